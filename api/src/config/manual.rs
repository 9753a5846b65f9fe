//! The list of every setting, written from the settings themselves.

use super::Settings;
use clap::Args;
use std::fmt::Write;

/// What stands in the environment alone, so that no list of processes shows it.
const SECRETS: [(&str, &str); 18] = [
    (
        "LOGGIA_SECRET",
        "At least 32 random characters; every replica needs the same. In development one is made and kept in the data folder.",
    ),
    (
        "LOGGIA_SECRET_PREVIOUS",
        "The secret of before, while it is being replaced: what it signed still holds; it signs nothing more.",
    ),
    (
        "LOGGIA_METRICS_TOKEN",
        "What a scrape must send as `Authorization: Bearer …`, at least 32 characters; set, it also opens `/metrics` on the main address.",
    ),
    ("LOGGIA_METRICS_TOKEN_PREVIOUS", "The token of before, while it is being replaced."),
    ("LOGGIA_CAPTCHA_SECRET", "The secret of the captcha service, which goes with the site key."),
    ("LOGGIA_STRIPE_SECRET_KEY", "Stripe's secret key."),
    ("LOGGIA_STRIPE_WEBHOOK_SECRET", "The secret of Stripe's webhook endpoint, `whsec_…`."),
    ("LOGGIA_PAYPAL_SECRET", "The secret of the app at PayPal, which goes with its client id."),
    (
        "LOGGIA_SMTP_URL",
        "The mail server, `smtps://user:password@host`; without it emails are files in the mail folder.",
    ),
    (
        "LOGGIA_WEBHOOK_SECRET",
        "Signs what is sent to the owner's systems, at least 32 characters; without it a key made from LOGGIA_SECRET.",
    ),
    ("LOGGIA_AUDIENCE_KEY", "The key of the mailing service that forms of the kind `audience` feed."),
    (
        "LOGGIA_SHEET_ACCOUNT",
        "The JSON of the service account that writes the rows of forms of the kind `sheet`.",
    ),
    ("LOGGIA_PLACES_KEY", "The key of Google's service for addresses."),
    (
        "LOGGIA_REPORT_TOKEN",
        "What `loggia stats`, or a program of your own, sends as `Authorization: Bearer …` to read reports, at least 32 characters; without it only people who are logged in do.",
    ),
    ("LOGGIA_REPORT_TOKEN_PREVIOUS", "The token of before, while it is being replaced."),
    (
        "LOGGIA_EVENT_STREAM",
        "The NATS server every event is forwarded to by JetStream, `tls://user:password@host:4222/subject`; without it none is forwarded.",
    ),
    (
        "LOGGIA_PUBLISH_SECRET",
        "Signs the catalogues a publish hands over, the files that are sold, and the source maps, at least 32 characters; without it none is taken by call.",
    ),
    (
        "LOGGIA_PUBLISH_SECRET_PREVIOUS",
        "The publish secret of before, while it is being replaced: a publish that still has it is taken as well.",
    ),
];

/// A table in Markdown: the variable, the flag, the default, what it is for.
pub fn markdown() -> String {
    let mut text = String::from("| variable | flag | default | what it is for |\n|---|---|---|---|\n");
    for (name, help) in SECRETS {
        let _ = writeln!(text, "| `{name}` | | | {help} |");
    }
    let command = Settings::augment_args(clap::Command::new("settings"));
    for argument in command.get_arguments() {
        let Some(variable) = argument.get_env().and_then(|name| name.to_str()) else { continue };
        let flag = argument.get_long().unwrap_or_default();
        let default: Vec<_> =
            argument.get_default_values().iter().map(|value| format!("`{}`", value.display())).collect();
        let mut help = argument.get_help().map(ToString::to_string).unwrap_or_default();
        if !help.ends_with('.') {
            help.push('.');
        }
        let values: Vec<String> = argument
            .get_possible_values()
            .iter()
            .filter(|_| argument.get_action().takes_values())
            .map(|value| format!("`{}`", value.get_name()))
            .collect();
        if !values.is_empty() {
            let _ = write!(help, " One of {}.", values.join(", "));
        }
        let _ = writeln!(text, "| `{variable}` | `--{flag}` | {} | {help} |", default.join(", "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_has_a_line() {
        let text = markdown();
        assert!(text.contains("| `LOGGIA_BIND` | `--bind` | `127.0.0.1:8787` | The address and port to listen on; port 0 takes a free one. |"), "{text}");
        assert!(text.contains("| `LOGGIA_PAYMENT` | `--payment` |  | "), "{text}");
        assert!(text.contains("One of `dev`, `qa`, `staging`, `prod`."), "{text}");
        assert!(text.contains("| `LOGGIA_LIMIT_LOG_IN` | `--log-in` | `10` |"), "{text}");
    }
}
