//! Whether a script makes programs of texts, which a page's policy has to allow: without it the script ends there, and with
//! it whatever the template shows by a script.

use super::origin::without_comments;

/// What is written before the name of `eval` when it is the browser's own: `$.eval` is another.
const GLOBALS: [&str; 4] = ["window.", "self.", "globalThis.", "top."];

/// Whether a program calls `eval` or `Function` with a text that may be any. What asks for the global object, and what reads
/// JSON for browsers that cannot, stands in nearly every library, is never reached in today's browsers, and is not counted.
pub(super) fn evaluates(program: &[u8]) -> bool {
    let names = [&b"eval("[..], b"Function("];
    if !names.iter().any(|name| memchr::memmem::find(program, name).is_some()) {
        return false;
    }
    let program = String::from_utf8_lossy(&without_comments(program)).into_owned();
    ["eval(", "Function("].into_iter().any(|name| {
        program.match_indices(name).any(|(at, _)| {
            let (before, after) = (&program[..at], &program[at + name.len()..]);
            is_global(before) && !is_harmless(after)
        })
    })
}

/// Whether a name that stands behind this is that of a function of the browser, and is called.
fn is_global(before: &str) -> bool {
    let before = GLOBALS.iter().find_map(|global| before.strip_suffix(global)).unwrap_or(before);
    let is_declared = before.trim_end_matches(' ').ends_with("function") && before.ends_with(' ');
    let is_part = |sign: char| sign.is_alphanumeric() || matches!(sign, '_' | '$' | '.');
    !is_declared && !before.ends_with(is_part)
}

/// Whether a call with these values is one of those that are never reached.
fn is_harmless(values: &str) -> bool {
    let values = values.trim_start();
    let text = values.strip_prefix(['"', '\'']);
    values.starts_with(')')
        || text.is_some_and(|text| text.starts_with("return ") || text.starts_with("this"))
        || text.is_some_and(|text| text.starts_with("r\"") && text.contains("regeneratorRuntime = r"))
}

#[cfg(test)]
mod tests {
    use super::evaluates;

    #[test]
    fn s_751_a_script_that_makes_programs_of_texts_is_known() {
        for program in [
            "if (Function('/*@cc_on return document.documentMode===10@*/')()) {}",
            "var t = new Function(settings.variable || 'obj', source);",
            "eval(function(p,a,c,k,e,d){return p}('0',1,1,''.split('|')))",
            "window.eval(code)",
        ] {
            assert!(evaluates(program.as_bytes()), "{program}");
        }
        for program in [
            "$.isFunction(a); jQuery.globalEval(x); model.eval(y); function eval(z) {}",
            "var root = freeSelf || Function('return this')();",
            "return (new Function(\"return \" + data))();",
            "// eval(a)\n/* new Function(b) */ this_eval(c)",
            "new Function()",
            "(0, eval)('this')",
        ] {
            assert!(!evaluates(program.as_bytes()), "{program}");
        }
    }
}
