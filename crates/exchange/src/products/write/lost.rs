//! What a list cannot hold.

use crate::fault::Fault;

/// Kinds of things that were lost, each with the first product it happened to and how many more there were.
#[derive(Default)]
pub(super) struct Lost {
    found: Vec<(&'static str, &'static str, String, usize)>,
}

impl Lost {
    /// Notes something of a product. `what` is the whole sentence but for the names, `help` what its owner can do.
    pub(super) fn say(&mut self, title: &str, what: &'static str, help: &'static str) {
        match self.found.iter_mut().find(|(known, ..)| *known == what) {
            Some((.., first, count)) if first != title => *count += 1,
            Some(_) => {}
            None => self.found.push((what, help, title.to_owned(), 1)),
        }
    }

    /// Notes it where it is so.
    pub(super) fn when(&mut self, is_so: bool, title: &str, what: &'static str, help: &'static str) {
        if is_so {
            self.say(title, what, help);
        }
    }

    /// All of it, in the order in which it was found.
    pub(super) fn faults(self) -> Vec<Fault> {
        let fault = |(what, help, title, count): (&str, &str, String, usize)| {
            let more = match count {
                1 => String::new(),
                2 => " and one more product".to_owned(),
                count => format!(" and {} more products", count - 1),
            };
            Fault::new(0, format!("{what}: '{title}'{more}."), help)
        };
        self.found.into_iter().map(fault).collect()
    }
}
