//! `summary-form-field`: one answer of a form, in the layout of its kind (T-191 to T-193).

use loggia_template::{Context, Fault, Node, Vocabulary, Writer, utf16_len};

use crate::fragment::{Fill, Fragment, fragment};
use crate::scope::localized;

pub(crate) fn install(vocabulary: &mut Vocabulary) {
    vocabulary.writer("summary-form-field", |_| Summary::new());
}

struct Summary {
    field: Fragment<2>,
    address: Fragment<6>,
    address_line: Fragment<1>,
    likert: Fragment<1>,
    likert_answer: Fragment<2>,
}

impl Summary {
    fn new() -> Self {
        Self {
            field: fragment!("form/summary-form-field.html", "title", "answer"),
            address: fragment!(
                "form/summary-form-field.address.html",
                "line-1",
                "second-line",
                "city",
                "state",
                "zip",
                "country"
            ),
            address_line: fragment!("form/summary-form-field.address-line.html", "line-2"),
            likert: fragment!("form/summary-form-field.likert.html", "answers"),
            likert_answer: fragment!("form/summary-form-field.likert-answer.html", "question", "answer"),
        }
    }

    fn write_answer<'r>(
        &self,
        field: Node<'r>,
        context: &Context<'r>,
        out: &mut String,
    ) -> Result<(), Fault> {
        let values = field.get("values");
        let value = |name: &str| values.get(name);
        match &*field.get("type").to_text() {
            "address" => {
                let second = value("Line2");
                let second_line = |out: &mut String| {
                    if second.is_true() {
                        self.address_line.write(out, [Fill::Value(second)]);
                    }
                };
                let [one, city, state, zip, country] =
                    ["Line1", "City", "State", "Zip", "Country"].map(|name| Fill::Value(value(name)));
                self.address.write(out, [one, Fill::With(&second_line), city, state, zip, country]);
            }
            "checkbox" => write_choices(values, field.get("value"), out),
            "date" => write_joined(["Month", "Day", "Year"].map(value), "/", out),
            "likert" => self.write_likert(values, context, out)?,
            "name" => write_joined(["First", "Last"].map(value), " ", out),
            "phone" => {
                if value("Country").is_true() {
                    out.push('+');
                    value("Country").write_output(out);
                    out.push(' ');
                }
                write_joined(["Areacode", "Prefix", "Line"].map(value), "-", out);
            }
            "time" => {
                let parts = ["Hour", "Minute", "Second"].map(|name| match value(name) {
                    part if part.is_true() => part,
                    _ => Node::Text("00"),
                });
                write_joined(parts, ":", out);
                out.push(' ');
                value("Ampm").write_output(out);
            }
            _ => field.get("value").write_text(out),
        }
        Ok(())
    }

    /// T-193. A list answers by position, a text by its letters; without any answers there is nothing to walk.
    fn write_likert<'r>(
        &self,
        values: Node<'r>,
        context: &Context<'r>,
        out: &mut String,
    ) -> Result<(), Fault> {
        let line = |question: &str, answer: Node<'r>, out: &mut String| {
            let text = degree(answer, context);
            self.likert_answer.write(out, [Fill::Raw(question), Fill::Raw(text)]);
        };
        let lines = |out: &mut String| match values {
            Node::Object(answers) => {
                answers.members().for_each(|(question, answer)| line(question, answer, out));
            }
            Node::List(answers) => {
                answers.iter().enumerate().for_each(|(at, answer)| line(&at.to_string(), *answer, out));
            }
            Node::Text(answers) => {
                (0..utf16_len(answers)).for_each(|at| line(&at.to_string(), Node::Missing, out));
            }
            _ => {}
        };
        if values.is_nothing() {
            return Err(Fault::named("TypeError", "a likert answer has no values"));
        }
        self.likert.write(out, [Fill::With(&lines)]);
        Ok(())
    }
}

impl Writer for Summary {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let field = values[0];
        let mut answer = String::new();
        self.write_answer(field, context, &mut answer)?;
        if answer.is_empty() {
            // T-192.
            let own = localized(context, "productSummaryFormNoAnswerText").to_text();
            answer.push_str(match own.trim() {
                "" => "N/A",
                own => own,
            });
        }
        self.field.write(context.out(), [Fill::Text(field.get("rawTitle")), Fill::Raw(&answer)]);
        Ok(())
    }
}

/// How much one agrees, in the site's words or the language's; everything else is neutral, and so is a word left empty.
fn degree<'r>(answer: Node<'r>, context: &Context<'r>) -> &'r str {
    let word = |key: &str, default: &'static str| localized(context, key).as_str().unwrap_or(default);
    let text = match &*answer.to_text() {
        "-2" => word("productAnswerMapStronglyDisagree", "Strongly Disagree"),
        "-1" => word("productAnswerMapDisagree", "Disagree"),
        "1" => word("productAnswerMapAgree", "Agree"),
        "2" => word("productAnswerMapStronglyAgree", "Strongly Agree"),
        _ => "",
    };
    if text.is_empty() { word("productAnswerMapNeutral", "Neutral") } else { text }
}

/// The ticked choices, or the single value of a field that has no list.
fn write_choices(values: Node<'_>, value: Node<'_>, out: &mut String) {
    if !values.is_true() {
        if value.is_true() {
            value.write_output(out);
        }
        return;
    }
    for (at, choice) in values.elements().iter().enumerate() {
        if at > 0 {
            out.push_str(", ");
        }
        choice.write_output(out);
    }
    out.push('\n');
}

fn write_joined<const N: usize>(parts: [Node<'_>; N], separator: &str, out: &mut String) {
    for (at, part) in parts.into_iter().enumerate() {
        if at > 0 {
            out.push_str(separator);
        }
        part.write_output(out);
    }
}
