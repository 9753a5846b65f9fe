//! The table of every route. Only what is mounted here by `.service(...)` reaches the document.

mod account;
mod accounting;
mod address;
mod admin;
mod after;
mod analytics;
mod bringing;
mod captcha;
mod cart;
mod catalog_upload;
mod census;
mod checkout;
mod comments;
mod crumb;
mod customer_groups;
mod customers;
mod desk;
pub mod documents;
mod events;
mod fallback;
mod figures;
mod files;
mod first_account;
mod forms;
mod header_footer;
mod health;
mod inbox;
mod locked;
mod methods;
pub mod metrics;
mod moderation;
mod payment;
mod people;
mod performance;
mod places;
mod reports;
mod restock;
mod reviews;
mod second_step;
mod session;
mod site;
pub(crate) mod spool;
mod tracking_request;
mod windows;

use actix_web::dev::HttpServiceFactory;
use actix_web::{Route, web};
use utoipa_actix_web::OpenApiFactory;
use utoipa_actix_web::service_config::ServiceConfig;

/// Where calls are mounted: on a server, or into the document of them.
pub trait Calls {
    /// Mounts a call that stands in the document.
    fn service<F: HttpServiceFactory + OpenApiFactory + 'static>(&mut self, call: F) -> &mut Self;

    /// Mounts what does not stand there.
    fn route(&mut self, path: &str, route: Route) -> &mut Self;
}

impl Calls for web::ServiceConfig {
    fn service<F: HttpServiceFactory + OpenApiFactory + 'static>(&mut self, call: F) -> &mut Self {
        self.service(call)
    }

    fn route(&mut self, path: &str, route: Route) -> &mut Self {
        self.route(path, route)
    }
}

impl Calls for ServiceConfig<'_> {
    fn service<F: HttpServiceFactory + OpenApiFactory + 'static>(&mut self, call: F) -> &mut Self {
        self.service(call)
    }

    fn route(&mut self, path: &str, route: Route) -> &mut Self {
        self.route(path, route)
    }
}

/// Everything under `/api`.
pub fn api(config: &mut impl Calls) {
    config
        .service(crumb::get_crumb)
        .service(cart::read::get_cart)
        .service(cart::add::add_entry)
        .service(cart::entries::change_quantity)
        .service(cart::entries::change_additional_fields)
        .service(cart::entries::remove_entry)
        .service(cart::terms::add_coupon)
        .service(cart::terms::remove_coupon)
        .service(cart::terms::set_shipping_location)
        .service(cart::terms::set_shipping_option)
        .service(cart::terms::set_vat_id)
        .service(cart::terms::accept_prices)
        .service(cart::subscription::start_subscription)
        .service(cart::stock::get_stock)
        .service(cart::stock::get_stocks)
        .service(cart::cards::get_product_cards)
        .service(cart::estimate::get_estimate)
        .route("/commerce/inventory/stock", web::get().to(cart::stock::answer))
        .service(checkout::check_out)
        .service(address::get_address_form)
        .service(windows::get_delivery_windows)
        .service(payment::get_payment_settings)
        .service(payment::stripe_event)
        .service(payment::paypal_event)
        .service(catalog_upload::upload_catalog)
        .service(files::take::missing_files)
        .service(files::take::keep_file)
        .service(files::link::get_linked_file)
        .service(after::get_order_of_cart)
        .service(after::get_order_page)
        .service(after::cancel_by_link)
        .service(after::get_subscription_page)
        .service(after::change_by_link)
        .service(after::change_card_by_link)
        .service(admin::exports::export_orders)
        .service(admin::invoices::export_invoices)
        .service(admin::invoices::list_invoices)
        .service(admin::invoices::get_invoice_file)
        .service(admin::orders::list_orders)
        .service(admin::orders::get_order)
        .service(desk::list::list_desk_orders)
        .service(desk::many::export_list)
        .service(desk::many::select_orders)
        .service(desk::many::tag_many)
        .service(desk::many::print_orders)
        .service(desk::many::take_tracking)
        .service(desk::list::count_desk_orders)
        .service(desk::list::list_carriers)
        .service(desk::views::list_deliveries)
        .service(desk::views::list_desk_views)
        .service(desk::views::keep_desk_view)
        .service(desk::views::change_desk_view)
        .service(desk::views::forget_desk_view)
        .service(desk::events::hear_events)
        .service(desk::mentions::list_colleagues)
        .service(desk::mentions::list_mentions)
        .service(desk::mentions::open_mentions)
        .service(desk::stock::list_desk_stock)
        .service(desk::stock::count_desk_stock)
        .service(desk::stock::set_low_stock)
        .service(desk::stock_table::export_stock)
        .service(desk::stock_table::take_stock_table)
        .service(desk::locations::list_locations)
        .service(desk::locations::add_location)
        .service(desk::locations::order_locations)
        .service(desk::locations::change_location)
        .service(desk::transfers::list_transfers)
        .service(desk::transfers::send_transfer)
        .service(desk::transfers::receive_transfer)
        .service(desk::transfers::cancel_transfer)
        .service(desk::order::get_desk_order)
        .service(desk::act::send_parcel)
        .service(desk::act::send_many)
        .service(desk::act::change_address)
        .service(desk::act::add_note)
        .service(desk::act::set_tags)
        .service(desk::act::send_letter)
        .service(desk::act::look_at_order)
        .service(desk::returns::export_returns)
        .service(desk::returns::begin_return)
        .service(desk::returns::decide_return)
        .service(desk::returns::preview_return)
        .service(desk::returns::receive_return)
        .service(desk::drafts::list_drafts)
        .service(desk::drafts::make_draft)
        .service(desk::drafts::get_draft)
        .service(desk::drafts::change_draft)
        .service(desk::drafts::remove_draft)
        .service(desk::drafts::send_draft)
        .service(desk::drafts::receive_draft)
        .service(desk::edits::preview_change)
        .service(desk::edits::list_changes)
        .service(desk::edits::change_order)
        .service(desk::edits::receive_change)
        .service(desk::edits::withdraw_change)
        .service(bringing::bring_records)
        .service(customers::list_customers)
        .service(customers::get_customer)
        .service(customers::note_customer)
        .service(customers::remove_customer_note)
        .service(customers::merge_customers)
        .service(customer_groups::list_groups_of_customers)
        .service(customer_groups::put_group_of_customers)
        .service(customer_groups::delete_group_of_customers)
        .service(customer_groups::change_members_of_group)
        .service(customer_groups::export_group_of_customers)
        .service(accounting::get_accounting)
        .service(accounting::put_accounting)
        .service(accounting::get_closing)
        .service(accounting::files::export_journal)
        .service(accounting::files::export_batch)
        .service(accounting::files::export_closing)
        .service(figures::get_figures)
        .service(figures::get_figures_of_taxes)
        .service(figures::get_figures_of_products)
        .service(figures::get_figures_of_carts)
        .service(figures::table::export_figures)
        .service(figures::table::export_figures_of_taxes)
        .service(admin::refunds::refund_order)
        .service(admin::refunds::preview_refund)
        .service(admin::refunds::cancel_order)
        .service(admin::received::receive_payment)
        .service(admin::fulfilment::fulfil_order)
        .service(admin::fulfilment::undo_fulfilment)
        .service(admin::stock::adjust_stock)
        .service(admin::stock::list_stock_changes)
        .service(admin::coupons::list_coupons)
        .service(admin::coupons::put_coupon)
        .service(admin::coupons::delete_coupon)
        .service(admin::coupons::list_coupon_orders)
        .service(admin::gift_cards::search_gift_cards)
        .service(admin::gift_cards::get_gift_card)
        .service(admin::gift_cards::make_gift_card)
        .service(admin::gift_cards::void_gift_card)
        .service(admin::subscriptions::list_subscriptions)
        .service(admin::subscriptions::search_subscriptions)
        .service(admin::subscriptions::get_subscription)
        .service(admin::subscriptions::change_subscription)
        .service(admin::subscriptions::cancel_subscription)
        .service(admin::subscriptions::resume_subscription)
        .service(admin::actions::list_actions)
        .service(admin::deliveries::list_deliveries)
        .service(admin::deliveries::redeliver)
        .service(admin::webhooks::list_webhooks)
        .service(admin::webhooks::get_webhook)
        .service(admin::webhooks::tell_again)
        .service(admin::submissions::export_submissions)
        .service(inbox::list_messages)
        .service(inbox::count_messages)
        .service(inbox::get_message)
        .service(inbox::change_message)
        .service(inbox::note_message)
        .service(inbox::reply_to_message)
        .service(admin::submissions::list_submissions)
        .service(admin::submissions::get_submission)
        .service(admin::submissions::judge_submission)
        .service(admin::submissions::remove_submission)
        .service(admin::mailing_list::export_members)
        .service(admin::mailing_list::list_members)
        .service(admin::mailing_list::remove_member)
        .service(admin::people::export_person)
        .service(admin::people::erase_person)
        .service(admin::keys::list_keys)
        .service(admin::keys::make_key)
        .service(admin::keys::revoke_key)
        .service(admin::record::export_record_table)
        .service(admin::record::export_record_lines)
        .service(admin::record::list_record)
        .service(captcha::captcha_challenge)
        .service(forms::form_submission_key)
        .service(forms::validate_form)
        .service(forms::get_product_form)
        .service(forms::save_form_submission)
        .service(restock::sign_up)
        .service(admin::restock::list_sign_ups)
        .service(admin::restock::list_groups)
        .service(admin::restock::send_one)
        .service(admin::restock::send_all)
        .service(reviews::list_reviews)
        .service(reviews::write_review)
        .service(moderation::moderate_reviews)
        .service(moderation::judge_review)
        .service(moderation::remove_review)
        .service(moderation::moderate_comments)
        .service(moderation::judge_comment)
        .service(moderation::remove_comment)
        .service(comments::list_comments)
        .service(comments::write_comment)
        .service(comments::like)
        .service(account::get_account)
        .service(account::join::join)
        .service(account::join::forgotten)
        .service(account::password::choose)
        .service(account::password::change)
        .service(account::own::list_own_orders)
        .service(account::invoices::list_own_invoices)
        .service(account::invoices::get_own_invoice_file)
        .service(files::own::list_own_files)
        .service(files::own::get_own_file)
        .service(files::own::link_own_file)
        .service(account::cards::list_own_cards)
        .service(account::cards::remove_own_card)
        .service(account::cards::begin_card_session)
        .service(after::list_own_subscriptions)
        .service(after::change_own_subscription)
        .service(after::change_own_subscription_card)
        .service(account::own::leave)
        .service(account::own::own_data)
        .service(account::factors::get_factors)
        .service(account::factors::start_totp)
        .service(account::factors::confirm_totp)
        .service(account::factors::start_passkey)
        .service(account::factors::add_passkey)
        .service(account::factors::remove_factor)
        .service(account::factors::renew_codes)
        .service(account::devices::list_own_devices)
        .service(account::devices::put_own_device)
        .service(account::devices::remove_own_device)
        .service(account::devices::try_own_device)
        .service(account::sessions::list_own_sessions)
        .service(account::sessions::end_other_sessions)
        .service(account::sessions::end_own_session)
        .service(people::list_people)
        .service(people::invite_person)
        .service(people::take_invitation_back)
        .service(first_account::make_first_account)
        .service(people::set_roles_of_person)
        .service(people::send_password_email)
        .service(people::list_sessions_of_person)
        .service(people::end_session_of_person)
        .service(people::remove_person)
        .service(second_step::give_factor)
        .service(second_step::ask_again)
        .service(second_step::confirm_session)
        .service(second_step::ask_for_confirmation)
        .service(session::log_in)
        .service(session::log_out)
        .service(header_footer::get_header_footer)
        .service(header_footer::put_header_footer)
        .service(locked::unlock_page)
        .service(locked::get_page_content)
        .service(site::get_template_schema)
        .service(site::get_multilingual_status)
        .service(places::autocomplete)
        .service(places::details)
        .service(analytics::add_event)
        .service(analytics::validate_event_content)
        .service(performance::get_performance)
        .service(performance::add_records)
        .service(performance::get_settings)
        .service(events::record_javascript_errors)
        .service(events::record_event)
        .service(census::record_hit)
        .service(census::button_click)
        .service(census::button_render)
        .service(census::form_render)
        .service(census::overlay)
        .service(census::record_quick_view)
        .service(reports::get_overview)
        .service(reports::get_ranking)
        .service(reports::get_funnel)
        .service(reports::list_errors)
        .service(reports::get_error)
        .service(reports::get_vitals)
        .service(reports::export::export_lines)
        .service(reports::export::export_table)
        .service(reports::visitor::remove_visitor)
        .service(reports::maps::keep_source_maps);
}

/// What stands beside `/api`.
pub fn root(config: &mut impl Calls) {
    config.service(health::live).service(health::ready);
    for known in [health::LIVE, health::READY] {
        config.route(known, web::route().to(not_found));
    }
}

pub use fallback::{json_errors, not_found, path_errors, query_errors};
