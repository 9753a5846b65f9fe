//! One question to the reference library and its answer.

use serde_json::Value;

/// A line of an answers file.
pub struct Case {
    value: Value,
}

impl Case {
    pub fn parse(line: &str) -> Self {
        Self { value: serde_json::from_str(line).expect("an answers file holds a JSON object a line") }
    }

    pub fn text(&self, key: &str) -> &str {
        self.value[key].as_str().unwrap_or_default()
    }

    pub fn value(&self, key: &str) -> &Value {
        &self.value[key]
    }

    /// Milliseconds; `None` when the field is missing.
    pub fn milliseconds(&self, key: &str) -> Option<i64> {
        let value = &self.value[key];
        value.as_i64().or_else(|| value.as_f64().map(|number| number as i64))
    }

    pub fn options(&self) -> &Value {
        &self.value["opts"]
    }

    /// The reference's answer; `None` when it gave none.
    pub fn expected(&self) -> Option<&str> {
        self.value["out"].as_str()
    }

    /// The question without the answer.
    pub fn question(&self) -> Value {
        let mut value = self.value.clone();
        if let Some(object) = value.as_object_mut() {
            for key in ["out", "src", "test", "old"] {
                object.remove(key);
            }
        }
        value
    }

    /// The row of the parity table that the case belongs to.
    pub fn feature(&self) -> String {
        let options = self.options();
        let option = |key: &str| options[key].as_str().unwrap_or_default();
        match self.text("api") {
            "formatDecimal" => format!("decimal {}{}", or(option("style"), "decimal"), self.digits()),
            "formatCurrency" if option("symbolWidth") == "narrow" => "money narrow".to_string(),
            "formatCurrency" => format!("money {}{}", or(option("style"), "symbol"), self.digits()),
            "formatDate" if !matches!(option("ca"), "" | "gregory") => {
                format!("date calendar {}", option("ca"))
            }
            "formatDate" if !option("context").is_empty() => "date context".to_string(),
            "formatDate" if option("skeleton").is_empty() => "date widths".to_string(),
            "formatDate" => format!("date skeleton {}", skeleton_kind(option("skeleton"))),
            "formatDateInterval" if option("skeleton").is_empty() => "interval default".to_string(),
            "formatDateInterval" => format!("interval skeleton {}", skeleton_kind(option("skeleton"))),
            "formatRelativeTime" => {
                let mut words: Vec<&str> =
                    options.as_object().into_iter().flatten().map(|(key, _)| key.as_str()).collect();
                words.retain(|key| *key != "ca");
                format!("relative {}", or(&words.join("+"), "default"))
            }
            api => api.to_string(),
        }
    }

    fn digits(&self) -> &'static str {
        let asked = self.options().as_object().into_iter().flatten();
        let plain = ["style", "group", "symbolWidth"];
        if asked.into_iter().any(|(key, _)| !plain.contains(&key.as_str())) { " + digits" } else { "" }
    }
}

fn or<'a>(text: &'a str, default: &'a str) -> &'a str {
    if text.is_empty() { default } else { text }
}

fn skeleton_kind(skeleton: &str) -> &'static str {
    let has = |letters: &str| skeleton.contains(|letter| letters.contains(letter));
    match () {
        () if has("B") => "flexible day period",
        () if has("QqwW") => "quarter, week",
        () if has("vzVOXxZ") => "zone",
        () if has("hHjmsK") && has("yMdE") => "date and time",
        () if has("hHjmsK") => "time",
        () => "date",
    }
}
