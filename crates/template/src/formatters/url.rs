//! Percent encoding: encode-uri, encode-uri-component, url-encode (T-098).

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::vocabulary::Vocabulary;

/// What JavaScript's `encodeURIComponent` escapes.
const COMPONENT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'!')
    .remove(b'~')
    .remove(b'*')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')');

/// What JavaScript's `encodeURI` escapes.
const URI: &AsciiSet = &COMPONENT
    .remove(b';')
    .remove(b'/')
    .remove(b'?')
    .remove(b':')
    .remove(b'@')
    .remove(b'&')
    .remove(b'=')
    .remove(b'+')
    .remove(b'$')
    .remove(b',')
    .remove(b'#');

/// What `url-encode` escapes: all but what JavaScript's old `escape` leaves.
const ESCAPE: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'@')
    .remove(b'*')
    .remove(b'_')
    .remove(b'+')
    .remove(b'-')
    .remove(b'.')
    .remove(b'/');

pub(super) fn install(vocabulary: &mut Vocabulary) {
    vocabulary.text_fn("encode-uri", |text, out| out.extend(utf8_percent_encode(text, URI)));
    vocabulary.text_fn("encode-uri-component", |text, out| out.extend(utf8_percent_encode(text, COMPONENT)));
    vocabulary.text_fn("url-encode", |text, out| out.extend(utf8_percent_encode(text, ESCAPE)));
}
