//! Notices to the browsers of the staff.

use super::error::SettingsError;
use loggia_net::Allowed;

/// The settings of Web Push. Without them no browser is told of anything, and no push service is called.
#[derive(Clone, Default, clap::Args)]
pub struct WebPushSettings {
    /// Whom push services write to when something is wrong: `mailto:` with an email address, or an `https:` address. Set, the
    /// staff may have notices of orders, stock, payments and messages in their browsers.
    #[arg(id = "web-push-contact", long = "web-push-contact", env = "LOGGIA_WEB_PUSH_CONTACT")]
    pub contact: Option<String>,
    /// Hosts of push services beside those of Chrome, Firefox, Safari and Edge, divided by commas.
    #[arg(id = "web-push-hosts", long = "web-push-hosts", env = "LOGGIA_WEB_PUSH_HOSTS")]
    pub hosts: Option<String>,
}

impl WebPushSettings {
    /// What the environment says, for a program without these flags.
    pub fn of_environment() -> Self {
        let read = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
        Self { contact: read("LOGGIA_WEB_PUSH_CONTACT"), hosts: read("LOGGIA_WEB_PUSH_HOSTS") }
    }

    /// The hosts beside the known ones.
    ///
    /// # Errors
    /// When an entry of the list names no host.
    pub fn hosts(&self) -> Result<Allowed, SettingsError> {
        Allowed::parse(self.hosts.as_deref().unwrap_or_default())
            .map_err(|fault| SettingsError::WebPushHosts(fault.0))
    }

    /// Refuses a contact that nobody could write to, and hosts that are none.
    pub(super) fn check(&self) -> Result<(), SettingsError> {
        self.hosts()?;
        match &self.contact {
            Some(contact) if !is_contact(contact) => Err(SettingsError::WebPushContact(contact.clone())),
            _ => Ok(()),
        }
    }
}

fn is_contact(contact: &str) -> bool {
    let is_plain = contact.bytes().all(|byte| byte.is_ascii_graphic());
    let is_address = |address: &str| {
        address.split_once('@').is_some_and(|(name, host)| !name.is_empty() && !host.is_empty())
    };
    is_plain
        && (contact.strip_prefix("mailto:").is_some_and(is_address)
            || contact.strip_prefix("https://").is_some_and(|rest| !rest.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_990_a_contact_is_one_that_can_be_written_to() {
        let with = |contact: &str| WebPushSettings { contact: Some(contact.into()), hosts: None };
        assert!(WebPushSettings::default().check().is_ok());
        assert!(
            with("mailto:ann@shop.example").check().is_ok() && with("https://shop.example/").check().is_ok()
        );
        for wrong in ["", "ann@shop.example", "mailto:", "mailto:@", "http://shop.example", "mailto:a@b\nc"] {
            assert!(matches!(with(wrong).check(), Err(SettingsError::WebPushContact(_))), "{wrong}");
        }
        let hosts = WebPushSettings { contact: None, hosts: Some("*.example".into()) };
        assert!(matches!(hosts.check(), Err(SettingsError::WebPushHosts(_))));
    }
}
