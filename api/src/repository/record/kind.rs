//! What is written down: one word each, and the part of the shop it belongs to.

/// Where a kind belongs: who may see it is decided by this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Area {
    /// Log-ins, sessions, second factors, roles, invitations.
    Accounts,
    /// Orders, money, stock, coupons, gift cards, subscriptions.
    Shop,
    /// What visitors wrote and sent.
    Content,
    /// Exports and erasures.
    Data,
    /// The site's files and its publishes.
    Site,
}

impl Area {
    /// Every area.
    pub const ALL: [Area; 5] = [Area::Accounts, Area::Shop, Area::Content, Area::Data, Area::Site];

    /// The word that is stored.
    pub fn code(self) -> &'static str {
        match self {
            Area::Accounts => "accounts",
            Area::Shop => "shop",
            Area::Content => "content",
            Area::Data => "data",
            Area::Site => "site",
        }
    }
}

macro_rules! kinds {
    ($($(#[doc = $doc:literal])+ $name:ident = $code:literal in $area:ident;)+) => {
        /// What happened.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Kind {
            $($(#[doc = $doc])+ $name,)+
        }

        impl Kind {
            /// Every kind, by area.
            pub const ALL: &'static [Kind] = &[$(Kind::$name),+];

            /// The word that is stored and shown to programs; it never changes.
            pub fn code(self) -> &'static str {
                match self { $(Kind::$name => $code,)+ }
            }

            /// Where it belongs.
            pub fn area(self) -> Area {
                match self { $(Kind::$name => Area::$area,)+ }
            }
        }
    };
}

kinds! {
    /// Somebody logged in.
    LogIn = "log-in" in Accounts;
    /// Somebody tried to log in and may not. Its subject is the account's id, or "unknown".
    LogInFailed = "log-in-failed" in Accounts;
    /// Somebody logged out.
    LogOut = "log-out" in Accounts;
    /// One session was ended by its owner or by an ADMIN.
    SessionEnded = "session-ended" in Accounts;
    /// Every session (but the present one) of an account was ended.
    SessionsEnded = "sessions-ended" in Accounts;
    /// A browser is told of what happens, or of something else than before.
    DeviceSet = "device-set" in Accounts;
    /// A browser is told no more.
    DeviceRemoved = "device-removed" in Accounts;
    /// A password was changed or set.
    PasswordChanged = "password-changed" in Accounts;
    /// An email with a key for a new password was sent.
    PasswordKeySent = "password-key-sent" in Accounts;
    /// A passkey or a one-time-code app was added.
    SecondFactorAdded = "second-factor-added" in Accounts;
    /// One was removed.
    SecondFactorRemoved = "second-factor-removed" in Accounts;
    /// A wrong code or passkey was given.
    SecondFactorFailed = "second-factor-failed" in Accounts;
    /// Recovery codes were made; earlier ones end.
    RecoveryCodesMade = "recovery-codes-made" in Accounts;
    /// A recovery code was used up.
    RecoveryCodeUsed = "recovery-code-used" in Accounts;
    /// Somebody proved again who they are, before something that asks for it.
    ProvedAgain = "proved-again" in Accounts;
    /// An account was made.
    AccountMade = "account-made" in Accounts;
    /// An account was removed.
    AccountRemoved = "account-removed" in Accounts;
    /// What an account may do was changed.
    RolesChanged = "roles-changed" in Accounts;
    /// Somebody was invited.
    InvitationSent = "invitation-sent" in Accounts;
    /// An invitation was taken back.
    InvitationRevoked = "invitation-revoked" in Accounts;
    /// An invitation was used.
    InvitationAccepted = "invitation-accepted" in Accounts;
    /// A key for a program was made. Its subject is the key's id.
    KeyMade = "key-made" in Accounts;
    /// A key was revoked.
    KeyRevoked = "key-revoked" in Accounts;
    /// Money went back.
    Refund = "refund" in Shop;
    /// An order that is paid by hand was marked as paid.
    MarkPaid = "mark-paid" in Shop;
    /// An order was cancelled.
    Cancel = "cancel" in Shop;
    /// An order was fulfilled, or a part of it.
    Fulfil = "fulfil" in Shop;
    /// An order goes to another address.
    Readdress = "readdress" in Shop;
    /// What an order holds was changed, or is to be once that is paid.
    ChangeOrder = "change-order" in Shop;
    /// A change of an order that was not paid was withdrawn.
    WithdrawChange = "withdraw-change" in Shop;
    /// Somebody of the staff noted something about an order.
    NoteOrder = "note-order" in Shop;
    /// An order was sorted by other tags.
    TagOrder = "tag-order" in Shop;
    /// Somebody of the staff had looked at what was marked of an order.
    LookAtOrder = "look-at-order" in Shop;
    /// A view of the orders for all staff was kept or changed.
    PutView = "put-view" in Shop;
    /// One was removed.
    RemoveView = "remove-view" in Shop;
    /// An order was prepared, or what was prepared was changed.
    PutDraft = "put-draft" in Shop;
    /// A link to pay a prepared order was made.
    SendDraft = "send-draft" in Shop;
    /// A prepared order was removed.
    RemoveDraft = "remove-draft" in Shop;
    /// A letter about an order was sent again.
    SendLetter = "send-letter" in Shop;
    /// A fulfilment was taken back.
    UndoFulfilment = "undo-fulfilment" in Shop;
    /// A count of stock was changed.
    AdjustStock = "adjust-stock" in Shop;
    /// It was said from how many on stock is low.
    SetLowStock = "set-low-stock" in Shop;
    /// A location of stock was added, renamed, archived, or taken into use again.
    PutLocation = "put-location" in Shop;
    /// It was said in which order stock is taken from the locations.
    OrderLocations = "order-locations" in Shop;
    /// Stock was sent to a location.
    SendTransfer = "send-transfer" in Shop;
    /// Stock came there, or was lost on its way.
    ReceiveTransfer = "receive-transfer" in Shop;
    /// A transfer of stock was cancelled.
    CancelTransfer = "cancel-transfer" in Shop;
    /// A coupon was made or changed.
    PutCoupon = "put-coupon" in Shop;
    /// A coupon was removed.
    RemoveCoupon = "remove-coupon" in Shop;
    /// A group of customers was made or changed.
    PutCustomerGroup = "put-customer-group" in Shop;
    /// A group of customers was removed.
    RemoveCustomerGroup = "remove-customer-group" in Shop;
    /// Somebody was put into a group of customers.
    JoinCustomerGroup = "join-customer-group" in Shop;
    /// Somebody was taken out of a group of customers.
    LeaveCustomerGroup = "leave-customer-group" in Shop;
    /// Somebody of the staff noted something about a customer.
    NoteCustomer = "note-customer" in Shop;
    /// A note about a customer was removed.
    RemoveCustomerNote = "remove-customer-note" in Shop;
    /// Two customers were made one.
    MergeCustomers = "merge-customers" in Shop;
    /// A gift card was issued.
    GiftCardIssued = "gift-card-issued" in Shop;
    /// A gift card's balance was changed by a person.
    GiftCardChanged = "gift-card-changed" in Shop;
    /// A gift card was voided.
    GiftCardVoided = "gift-card-voided" in Shop;
    /// The provider reported a dispute, or how it ended.
    Dispute = "dispute" in Shop;
    /// A subscription was cancelled.
    CancelSubscription = "cancel-subscription" in Shop;
    /// A subscription was paused, or changed otherwise.
    ChangeSubscription = "change-subscription" in Shop;
    /// A subscription goes on.
    ResumeSubscription = "resume-subscription" in Shop;
    /// A return was asked for.
    RequestReturn = "request-return" in Shop;
    /// The staff began a return.
    BeginReturn = "begin-return" in Shop;
    /// A return was accepted.
    AcceptReturn = "accept-return" in Shop;
    /// A return was declined.
    DeclineReturn = "decline-return" in Shop;
    /// A consumer declared a withdrawal from a contract.
    Withdrawal = "withdrawal" in Shop;
    /// The owner was done with one.
    WithdrawalHandled = "withdrawal-handled" in Shop;
    /// An email or message was sent again.
    Redeliver = "redeliver" in Shop;
    /// Those who wait for a variant were notified.
    SendRestock = "send-restock" in Shop;
    /// A submission was called a program's or a person's.
    JudgeSubmission = "judge-submission" in Content;
    /// A submission was removed.
    RemoveSubmission = "remove-submission" in Content;
    /// A comment was approved, hidden or called spam.
    JudgeComment = "judge-comment" in Content;
    /// A comment was removed.
    RemoveComment = "remove-comment" in Content;
    /// A review was approved, hidden or called spam.
    JudgeReview = "judge-review" in Content;
    /// A review was removed.
    RemoveReview = "remove-review" in Content;
    /// Something that a visitor sent was archived, put into the bin, or taken out of either.
    MoveMessage = "move-message" in Content;
    /// It was given to a member of the staff.
    AssignMessage = "assign-message" in Content;
    /// Somebody of the staff noted something about it.
    NoteMessage = "note-message" in Content;
    /// It was replied to by letter.
    ReplyMessage = "reply-message" in Content;
    /// Somebody was taken off the mailing list.
    RemoveMailingListMember = "remove-mailing-list-member" in Content;
    /// The header and footer were changed.
    PutHeaderFooter = "put-header-footer" in Content;
    /// A table of personal data left the shop; its subject says which.
    Export = "export" in Data;
    /// Customers, orders or other records of another shop were brought in; its subject says which.
    BringRecords = "bring-records" in Data;
    /// Everything about one person was exported.
    ExportPerson = "export-person" in Data;
    /// Everything about one person was erased.
    ErasePerson = "erase-person" in Data;
    /// What is kept of a visitor was taken away.
    RemoveVisitor = "remove-visitor" in Data;
    /// Files of the site were changed in the editor.
    Edit = "edit" in Site;
    /// The site was published.
    Publish = "publish" in Site;
    /// The shop took over the products, prices and forms of a publish.
    ImportCatalog = "import-catalog" in Site;
    /// Settings of the site or the shop were changed.
    Settings = "settings" in Site;
}
