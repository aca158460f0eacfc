//! Functions at random, from the templates of the grammar.

use super::grammar;
use crate::random::Random;

/// Depth of nested expressions.
const DEPTH: usize = 3;

struct Writer<'r> {
    random: &'r mut Random,
    /// Numbers in scope.
    scalars: Vec<String>,
    vectors: Vec<String>,
    statements: Vec<&'static str>,
    names: usize,
}

/// The function `f` of a `vec2f`, and its private variables.
pub(super) fn function(random: &mut Random) -> String {
    let mut writer = Writer {
        random,
        scalars: ["p.x", "p.y"].map(str::to_owned).to_vec(),
        vectors: vec!["p".to_owned()],
        statements: grammar::STATEMENTS.to_vec(),
        names: 0,
    };
    let [has_state, has_private] = [0; 2].map(|_| writer.random.below(3) == 0);
    let mut body = vec![writer.expanded(grammar::LOCALS, DEPTH - 1)];
    writer.knows(&["x", "y", "v.x"], &["v"]);
    let mut result = "x + 0.7 * y * $s + v.x - v.y * $s".to_owned();
    if has_state {
        body.push(writer.expanded(grammar::STATE, 1));
        let scalars = ["state.pair.a", "state.list[1]", "total(state)"];
        writer.knows(&scalars, &["state.pair.b", "state.turn[0]"]);
        writer.statements.extend(grammar::STATE_STATEMENTS);
        result += " + total(state) + state.pair.b.y + state.turn[1].x";
    }
    if has_private {
        body.push(writer.expanded(grammar::PRIVATE, 1));
        writer.knows(&["acc"], &["trail[1]"]);
        writer.statements.extend(grammar::PRIVATE_STATEMENTS);
        result += " + acc * trail[0].x";
    }
    let count = 2 + writer.random.below(4);
    body.push(writer.block(count, 2));
    let result = writer.expanded(&result, 2);
    format!("fn f(p: vec2f) -> f32 {{\n{}\nreturn {result};\n}}\n", body.join("\n"))
}

impl Writer<'_> {
    fn knows(&mut self, scalars: &[&str], vectors: &[&str]) {
        self.scalars.extend(scalars.iter().map(|name| (*name).to_owned()));
        self.vectors.extend(vectors.iter().map(|name| (*name).to_owned()));
    }

    fn block(&mut self, count: usize, depth: usize) -> String {
        let known = self.scalars.len();
        let statements: Vec<_> = (0..count).map(|_| self.statement(depth)).collect();
        self.scalars.truncate(known);
        statements.join("\n")
    }

    fn statement(&mut self, depth: usize) -> String {
        loop {
            let template = *self.random.one_of(&self.statements);
            if depth > 0 || !template.contains("$block") {
                self.names += 1;
                let text = self.expanded(template, depth);
                if template.starts_with("let ") {
                    self.scalars.push(self.name());
                }
                return text;
            }
        }
    }

    fn name(&self) -> String {
        format!("t{}", self.names)
    }

    /// The template with all that its symbols stand for, each at most `depth` deep.
    fn expanded(&mut self, template: &str, depth: usize) -> String {
        let mut parts = template.split('$');
        let mut text = parts.next().unwrap_or_default().to_owned();
        let name = self.name();
        for part in parts {
            if let Some(rest) = part.strip_prefix("block") {
                let count = 1 + self.random.below(2);
                text += &self.block(count, depth - 1);
                text += rest;
                continue;
            }
            let (symbol, rest) = part.split_at(1);
            text += &match symbol {
                "n" => name.clone(),
                "c" => format!("{:.2}", 0.3 + 0.01 * self.random.below(170) as f64),
                "i" => self.index(),
                symbol => self.expression(symbol, depth),
            };
            text += rest;
        }
        text
    }

    fn index(&mut self) -> String {
        match self.random.below(3) {
            0 => "(i32(abs(floor(p.x))) % 3)".to_owned(),
            _ => self.random.below(3).to_string(),
        }
    }

    fn expression(&mut self, symbol: &str, depth: usize) -> String {
        let is_leaf = depth == 0 || self.random.below(4) == 0;
        let (templates, leaf) = match symbol {
            "s" => (grammar::SCALARS, self.scalar()),
            "v" => (grammar::VECTORS, self.random.one_of(&self.vectors).clone()),
            "w" => (grammar::TRIPLES, format!("vec3f({}, p)", self.scalar())),
            "m" => (grammar::MATRICES, format!("mat2x2f(p, vec2f(0.4, {}))", self.scalar())),
            _ => (grammar::CONDITIONS, format!("{} > 0.1", self.scalar())),
        };
        if is_leaf {
            return leaf;
        }
        let template = *self.random.one_of(templates);
        self.expanded(template, depth - 1)
    }

    /// No constant, which would be computed when the shader is compiled.
    fn scalar(&mut self) -> String {
        let name = self.random.one_of(&self.scalars).clone();
        match self.random.below(4) {
            0 => format!("({name} + {:.2})", 0.01 * self.random.below(400) as f64 - 2.0),
            _ => name,
        }
    }
}
