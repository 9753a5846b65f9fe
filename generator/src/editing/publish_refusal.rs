//! Why publishing did not succeed, for an owner: what it means and who can change it. The words of the command line, with
//! paths and options, are written to the program's log, for the one who runs it.

use actix_web::http::StatusCode;

use super::answer::Refused;
use crate::publish::PublishError;
use crate::publish::place::PlaceKind;

/// The refusal that an owner reads. Nothing in it is a path, an option or a name of the environment.
pub(super) fn for_owner(error: &PublishError) -> Refused {
    let logged = |code: &str, message: &str| {
        eprintln!("publishing: {error}");
        Refused::bad(code, message)
    };
    match error {
        PublishError::NotAllowed { kind: PlaceKind::Server, .. } => logged(
            "server-not-allowed",
            "This site is set to be published to a server of its own, and whoever runs this program has not allowed that server yet. Nothing was published. Ask them to allow it; the program's log says how.",
        ),
        PublishError::NotAllowed { .. } => logged(
            "place-not-allowed",
            "This site is set to be published to a place outside its own folder, and whoever runs this program has not allowed that place yet. Nothing was published. Ask them to allow it; the program's log says how.",
        ),
        PublishError::Target(_) => logged(
            "place-unusable",
            "The place where this site is published cannot be used as it is set. Nothing was published. Whoever runs this program finds the reason in its log.",
        ),
        PublishError::Io { .. } => logged(
            "place-failed",
            "The files could not be written to the place where this site is published. What was live still is. Whoever runs this program finds the reason in its log.",
        ),
        PublishError::Busy(_) => {
            let message = "This site is being published already. Wait for that to end, and look again.";
            Refused::new(StatusCode::CONFLICT, "publish-busy", message)
        }
        PublishError::Changed(_) => logged(
            "publish-changed",
            "Something changed while the site was built. Nothing was published. Publish it again.",
        ),
        // What a service or the shop answered is in its own words.
        PublishError::Refused(_)
        | PublishError::TakenBack(_)
        | PublishError::PagesOnly { .. }
        | PublishError::StillThere { .. }
        | PublishError::NoVersion(_) => Refused::bad("target", error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::publish::config::Config;
    use crate::publish::operator::Operator;
    use std::path::Path;

    /// S-639: whatever a site says of where it is published, an owner reads no path and no option of the command line.
    #[test]
    fn s_639_a_place_that_cannot_be_used_is_said_without_paths_and_options() {
        for (publish, code) in [
            (r#"{"to": "dir:/srv/other/www"}"#, "place-not-allowed"),
            (r#"{"targets": {"a": {"kind": "dir", "path": "../x"}}}"#, "place-not-allowed"),
            (r#"{"to": "ftp:/srv/www"}"#, "place-unusable"),
            (r#"{"targets": {"a": {"kind": "ftp", "path": "/srv/www"}}}"#, "place-unusable"),
            (r#"{"catalog": {"run": ["touch", "/srv/x"]}}"#, "place-unusable"),
            #[cfg(feature = "remote")]
            (
                r#"{"targets": {"a": {"kind": "ssh", "host": "me@shop.example", "path": "/srv/www"}}}"#,
                "server-not-allowed",
            ),
            #[cfg(feature = "remote")]
            (r#"{"targets": {"a": {"kind": "git", "remote": "../other"}}}"#, "place-not-allowed"),
        ] {
            let config = Config::read(&format!("{{\"publish\": {publish}}}"));
            let tried = config.and_then(|config| {
                config.target(Path::new("/sites/s"), None, 5, &Operator::default()).map(drop)
            });
            let error = tried.err().unwrap();
            let why = for_owner(&error).why;
            assert_eq!(why.code, code, "{error}");
            let technical = ["/", "--", "LOGGIA_", "site.json", ".json", "dir:", "ssh:"];
            assert!(!technical.iter().any(|part| why.message.contains(part)), "{}", why.message);
        }
    }
}
