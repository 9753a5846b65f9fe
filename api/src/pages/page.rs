//! One page that answers one request: what it says, in the frame of its family.

use super::family::{Family, members, refused};
use crate::context::Context;
use crate::error::ApiError;
use crate::published::Published;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use serde_json::{Map, Value};
use std::fmt::Debug;
use std::sync::Arc;

/// The kinds of page of one family, each a template.
pub trait View: Copy + Debug + PartialEq + 'static {
    /// What a page of the family knows beside the site and the request, such as who looks at it.
    type State;

    /// The family, compiled once.
    fn family() -> &'static Family<Self>;

    /// What every page of the family says beside what is its own: members of a JSON object.
    fn frame(page: &Page<'_, Self>) -> Value;

    /// Whether the page needs the one script that asks a passkey.
    fn has_script(_content: &Map<String, Value>) -> bool {
        false
    }
}

/// What one request is answered with.
pub struct Page<'a, V: View> {
    pub context: &'a Context,
    pub request: &'a HttpRequest,
    /// The site.
    pub published: Arc<Published>,
    /// What the family knows beside it.
    pub state: V::State,
}

impl<V: View> Page<'_, V> {
    /// The page with what it says: members of a JSON object, which come before those of the frame.
    pub fn show(&self, view: V, content: impl Into<Value>) -> HttpResponse {
        self.show_with(HttpResponse::Ok(), view, content)
    }

    /// The same in an answer with another status or with headers of its own.
    pub fn show_with(&self, answer: HttpResponseBuilder, view: V, content: impl Into<Value>) -> HttpResponse {
        let mut all = members(V::frame(self));
        all.extend(members(content.into()));
        let has_script = V::has_script(&all);
        V::family().answer((self.request, self.context), answer, (view, has_script), all)
    }

    /// The page again with what was wrong: the words of the refusal as `alert`, and its status.
    pub fn refuse(&self, view: V, why: &ApiError, content: impl Into<Value>) -> HttpResponse {
        self.refuse_saying(view, why, &why.to_string(), content)
    }

    /// The same in other words than the refusal's own.
    pub fn refuse_saying(
        &self,
        view: V,
        why: &ApiError,
        said: &str,
        content: impl Into<Value>,
    ) -> HttpResponse {
        let mut content = members(content.into());
        content.insert("alert".to_owned(), said.into());
        self.show_with(refused(why), view, content)
    }
}

/// A style sheet or a script of the pages, by its media type.
pub fn asset(media_type: &'static str, text: &'static str) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, media_type))
        .insert_header((CACHE_CONTROL, "public, max-age=3600"))
        .body(text)
}
