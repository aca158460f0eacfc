//! Command-line options of the view settings, made from the library's table.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use clap::error::Error;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use noise_playground::subject::view_setting::{SettingGroup, ViewSetting};

/// View settings that a subcommand has as options.
pub(crate) trait SettingSet {
    fn settings() -> Vec<ViewSetting>;
}

/// The options of the sample grid.
#[derive(Debug)]
pub(crate) struct GridSettings;

/// The options of a picture besides its grid.
#[derive(Debug)]
pub(crate) struct PictureSettings;

/// The options that select the samples of a field.
#[derive(Debug)]
pub(crate) struct FieldSettings;

impl SettingSet for GridSettings {
    fn settings() -> Vec<ViewSetting> {
        ViewSetting::options(SettingGroup::Samples).collect()
    }
}

impl SettingSet for PictureSettings {
    fn settings() -> Vec<ViewSetting> {
        let of_view = ViewSetting::options(SettingGroup::View);
        of_view.chain(ViewSetting::options(SettingGroup::Scene)).collect()
    }
}

impl SettingSet for FieldSettings {
    fn settings() -> Vec<ViewSetting> {
        vec![ViewSetting::Channel, ViewSetting::Z, ViewSetting::Time, ViewSetting::ZFactor]
    }
}

/// Texts of the view settings that the user has given as options.
pub(crate) struct SettingArgs<S> {
    texts: BTreeMap<ViewSetting, String>,
    set: PhantomData<S>,
}

impl<S> SettingArgs<S> {
    /// Returns the text of the option; `None` if it is not given.
    pub(crate) fn text(&self, setting: ViewSetting) -> Option<&str> {
        self.texts.get(&setting).map(String::as_str)
    }

    pub(crate) fn has(&self, setting: ViewSetting) -> bool {
        self.texts.contains_key(&setting)
    }

    /// Returns the given options, in the order of the table.
    pub(crate) fn given(&self) -> impl Iterator<Item = (ViewSetting, &str)> {
        self.texts.iter().map(|(setting, text)| (*setting, text.as_str()))
    }
}

impl<S> fmt::Debug for SettingArgs<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.texts.fmt(f)
    }
}

impl<S: SettingSet> Args for SettingArgs<S> {
    fn augment_args(command: Command) -> Command {
        S::settings().into_iter().map(option).fold(command, Command::arg)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<S: SettingSet> FromArgMatches for SettingArgs<S> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let given = |setting: ViewSetting| {
            let text = matches.get_one::<String>(setting.name())?;
            Some((setting, text.clone()))
        };
        Ok(Self { texts: S::settings().into_iter().filter_map(given).collect(), set: PhantomData })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

fn option(setting: ViewSetting) -> Arg {
    let info = setting.info();
    Arg::new(setting.name())
        .long(info.option)
        .value_name(info.value_name)
        .help(setting.help())
        .help_heading(match info.group {
            SettingGroup::Samples => "Samples",
            SettingGroup::View => "View",
            SettingGroup::Scene => "Three-dimensional views",
        })
        .allow_hyphen_values(true)
}
