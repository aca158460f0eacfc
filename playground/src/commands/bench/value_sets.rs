//! Several sets of values for the same generators: `--set … --vs --set …`.

use clap::{ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};

use crate::args::ValueArgs;

/// At least one set. Options before the first `--vs` belong to the first.
#[derive(Debug)]
pub(crate) struct ValueSets(pub(super) Vec<ValueArgs>);

const SEPARATOR: &str = "vs";

impl Args for ValueSets {
    fn augment_args(command: Command) -> Command {
        let separator = clap::Arg::new(SEPARATOR)
            .long(SEPARATOR)
            .num_args(0)
            .default_missing_value(SEPARATOR)
            .action(ArgAction::Append)
            .help(
                "Compare with the values of the --set and --preset after it, and the defaults \
                 of other controls: --set gain=0.4 --vs --set gain=0.6. Repeatable",
            );
        let command = ValueArgs::augment_args(command);
        command.mut_arg("preset", |preset| preset.action(ArgAction::Append)).arg(separator)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for ValueSets {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let positions = |name| matches.indices_of(name).into_iter().flatten();
        let separators: Vec<usize> = positions(SEPARATOR).collect();
        let texts = |name, set| {
            let values = matches.get_many::<String>(name).into_iter().flatten();
            let placed = positions(name).zip(values);
            let of_set = placed.filter(|(position, _)| {
                let before = separators.iter().filter(|separator| *separator < position);
                before.count() == set
            });
            of_set.map(|(_, value)| value.clone()).collect::<Vec<String>>()
        };
        let set = |index| ValueArgs {
            set: texts("set", index),
            preset: texts("preset", index).pop(),
            fill: matches.get_one("fill").copied(),
        };
        Ok(Self((0..=separators.len()).map(set).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl ValueSets {
    /// Returns the options of a set as they were typed, for labels; empty if there is only one.
    pub(super) fn label(&self, set: usize) -> String {
        let ValueArgs { preset, set: assignments, .. } = &self.0[set];
        if self.0.len() == 1 {
            return String::new();
        }
        let all: Vec<&str> = preset.iter().chain(assignments).map(String::as_str).collect();
        if all.is_empty() { "defaults".to_owned() } else { all.join(" ") }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    struct Bench {
        generator: String,
        #[command(flatten)]
        values: ValueSets,
        #[arg(long)]
        json: bool,
    }

    #[test]
    fn options_belong_to_the_set_in_which_they_stand() {
        let parse = |line: &str| Bench::try_parse_from(line.split(' ')).unwrap();
        let sets = |line: &str| {
            let sets = parse(line).values;
            let set = |index: usize| (sets.0[index].set.clone(), sets.0[index].preset.clone());
            (0..sets.0.len()).map(set).collect::<Vec<_>>()
        };
        let texts =
            |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        assert_eq!(sets("bench a.wgsl"), [(vec![], None)]);
        assert_eq!(
            sets("bench a.wgsl --set a=1 --set b=2 --vs --set a=3 --json --preset p --vs"),
            [
                (texts(&["a=1", "b=2"]), None),
                (texts(&["a=3"]), Some("p".to_owned())),
                (vec![], None)
            ]
        );
        let labeled = parse("bench a.wgsl --set a=1 --vs").values;
        assert_eq!([labeled.label(0), labeled.label(1)], ["a=1", "defaults"]);
    }
}
