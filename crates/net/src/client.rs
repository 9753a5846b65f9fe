//! What is said when a client for the network cannot be made.

/// In words, why a client could not be made. Most often a small system has no certificates of authorities: the library itself says
/// "builder error" then.
pub fn client_fault(fault: &(dyn std::error::Error + 'static)) -> String {
    let Some(refused) = fault.downcast_ref::<reqwest::Error>().filter(|fault| fault.is_builder()) else {
        return fault.to_string();
    };
    let mut cause: &dyn std::error::Error = refused;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    format!(
        "no safe connection to another server can be made ({cause}): this system may have no certificates of authorities. Install the \
         package ca-certificates, or name a file with them in SSL_CERT_FILE"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_842_the_cause_is_said_and_what_to_do() {
        let fault = reqwest::Client::builder().user_agent("\n").build().unwrap_err();
        let said = client_fault(&fault);
        assert!(said.contains("ca-certificates") && !said.contains("builder error"), "{said}");
        assert_eq!(client_fault(&std::io::Error::other("else")), "else");
    }
}
