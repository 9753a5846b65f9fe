//! The arguments of a formatter or predicate. The first character after the name is the delimiter (T-026).

/// Arguments as they stand in the template.
///
/// ```
/// use loggia_template::Arguments;
///
/// let arguments = Arguments::of_formatter(" 10 ...");
/// assert_eq!(arguments.delimiter(), Some(' '));
/// assert_eq!(arguments.values(), ["10", "..."]);
/// assert_eq!(Arguments::of_formatter("").values(), [""; 0]);
/// assert_eq!(Arguments::of_formatter(",5,, x").values(), ["5", "", " x"]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Arguments<'t> {
    delimiter: Option<char>,
    values: Vec<&'t str>,
}

impl<'t> Arguments<'t> {
    /// What follows a formatter's name, delimiter first. Empty arguments count.
    pub fn of_formatter(text: &'t str) -> Self {
        let Some(delimiter) = text.chars().next() else { return Self::default() };
        let values = text[delimiter.len_utf8()..].split(delimiter).collect();
        Arguments { delimiter: Some(delimiter), values }
    }

    /// What follows a predicate's name, delimiter first. A delimiter alone stands for no arguments.
    pub fn of_predicate(text: &'t str) -> Self {
        let mut arguments = Self::of_formatter(text);
        if arguments.values == [""] {
            arguments.values.clear();
        }
        arguments
    }

    /// The delimiter, if there is anything after the name.
    pub fn delimiter(&self) -> Option<char> {
        self.delimiter
    }

    /// The arguments in order.
    pub fn values(&self) -> &[&'t str] {
        &self.values
    }

    /// The argument at this place, from 0.
    pub fn get(&self, at: usize) -> Option<&'t str> {
        self.values.get(at).copied()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The arguments in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &'t str> + Clone + '_ {
        self.values.iter().copied()
    }

    /// The arguments joined by a space, whatever the delimiter was.
    pub fn joined(&self) -> String {
        self.values.join(" ")
    }
}
