use crate::app::{TestApp, Visitor, on_both};
use crate::restock::RESTOCK;
use loggia_api::roles::Role;
use serde_json::json;

/// The status of each call that asks for a right, in the order of the table below.
async fn statuses(visitor: &Visitor) -> Vec<u16> {
    let send = json!({"productId": "bread", "variantId": "bread"});
    let replies = [
        visitor.get(&format!("{RESTOCK}?productId=bread&variantId=bread")).await,
        visitor.get(&format!("{RESTOCK}/groups")).await,
        visitor.post(&format!("{RESTOCK}/send"), send.clone()).await,
        visitor.post(&format!("{RESTOCK}/send/all"), json!({"sendRequests": [send]})).await,
        visitor.put("/api/site-header-footer", json!({"header": {}, "footer": {}})).await,
        visitor.get("/api/1/performance").await,
    ];
    replies.iter().map(|reply| reply.status.as_u16()).collect()
}

on_both! {
    /// who may do what, role by role and call by call.
    async fn a_099_each_role_may_do_what_the_table_says(app: &TestApp) with |settings| settings.limits.log_in = 100; {
        const NO: [u16; 6] = [403; 6];
        // sign-ups, groups, send, send all, header and footer, metrics
        let table = |role: Role| match role {
            Role::Admin => [200, 200, 200, 200, 200, 200],
            Role::Reporting => [200, 200, 403, 403, 403, 200],
            Role::Editor => [403, 403, 403, 403, 200, 403],
            Role::StoreManager => [200, 200, 200, 200, 403, 403],
            _ => NO,
        };
        for role in Role::ALL {
            let visitor = app.member(&format!("role{}@shop.example", role.code()), &[role]).await;
            assert_eq!(statuses(&visitor).await, table(role), "{role:?}");
        }
        let nobody = app.member("nobody@shop.example", &[]).await;
        assert_eq!(statuses(&nobody).await, NO);
        assert_eq!(statuses(&app.visitor()).await, [401; 6]);
    }

    /// rights of several roles add up; the code 4 is EDITOR.
    async fn a_100_roles_are_kept_by_their_codes(app: &TestApp); {
        app.account("two@shop.example", &[Role::Editor, Role::Reporting]).await;
        assert_eq!(app.count("site_user", "email = 'two@shop.example' AND roles = '[4,3]'").await, 1);
        let visitor = app.visitor();
        visitor.log_in("two@shop.example", false).await;
        assert_eq!(statuses(&visitor).await, [200, 200, 403, 403, 200, 200]);
    }

    /// an address has one account; a short password and a wrong address are refused.
    async fn a_089_accounts_are_checked(app: &TestApp); {
        let db = &app.handle().context().db;
        app.account("ann@shop.example", &[]).await;
        for (email, password, message) in [
            ("ANN@shop.example", "long enough", "ann@shop.example has an account already"),
            ("bob@shop.example", "short", "the password must have at least 10 characters"),
            ("bob@", "long enough", "Email is invalid"),
        ] {
            let refused = loggia_api::accounts::add(db, email, password, &[], 0).await.unwrap_err();
            assert_eq!(refused.to_string(), message);
        }
    }
}

/// an unknown role is refused by the command.
#[test]
fn a_089_an_unknown_role_is_refused() {
    use clap::ValueEnum;
    assert_eq!(Role::from_str("STORE_MANAGER", false), Ok(Role::StoreManager));
    assert!(Role::from_str("KING", false).is_err());
}
