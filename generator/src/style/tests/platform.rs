//! The style sheets and mixins that templates of the hosted platform expect.

use super::*;

#[test]
fn sheets_of_the_platform_are_there_by_name() {
    if !less_is_here() {
        return;
    }
    let site = Site::new(&[(
        "a.less",
        "@media (max-width: 640px) { @import 'sqs-grid-breaker'; }
         @import \"lib/sqs-ui-font.less\"; @import 'social-icon-font'; @import 'svg-icon-templates';
         .next { .sqs-ui-font(right); .sqs-ui-font-size(24px, 1em); } .odd { .sqs-ui-font(never-heard, before) }",
    )]);
    let made = css(&site.compile(&["a.less"]));
    for wanted in [
        "@media (max-width:640px){.sqs-layout",
        ".next:before{",
        "font-size:24px",
        ".odd:before{",
        ".social-facebook",
        ".sqs-svg-icon--list{",
    ] {
        assert!(made.contains(wanted), "{wanted}: {made}");
    }
    assert!(made.contains("data:image/svg+xml") && !made.contains("@font-face"), "{made}");
}

#[test]
fn a_sheet_of_the_sites_own_wins_over_that_of_the_platform() {
    if !less_is_here() {
        return;
    }
    let site = Site::new(&[("a.less", "@import 'sqs-ui-font';"), ("sqs-ui-font.less", "a { top: 0 }")]);
    assert_eq!(css(&site.compile(&["a.less"])), "a{top:0}");
}

#[test]
fn menus_of_small_screens_are_mixins_without_an_import() {
    if !less_is_here() {
        return;
    }
    let text = "#sqs-mobile-nav(simple, '.wide', '#small', 640px, #123456, #fff, 0px, 'Menu', 'Close');";
    let made = of_less(text);
    for wanted in ["#small{", "background:#123456", "(max-width:640px)", ".wide{display:none}"] {
        assert!(made.contains(wanted), "{wanted}: {made}");
    }
    assert_eq!(of_less("a { top: 0 }"), "a{top:0}", "who does not call it has nothing of it");
    let own = of_less("#sqs-mobile-nav(@a) { i { top: @a } } #sqs-mobile-nav(1px);");
    assert_eq!(own, "i{top:1px}");
    assert!(of_less(".x { .sqs-ui-font (menu); }").starts_with(".x:before{"));
}

/// S-753: the words of a button that is filled under the mouse are seen on any color.
#[test]
fn s_753_words_of_buttons_are_seen_when_they_are_filled() {
    if !less_is_here() {
        return;
    }
    let made = of_less(
        ".a:hover { .button-block-guarded-mixin-outline-hover-style(#fafafa); } .b:hover { .button-block-guarded-mixin-outline-hover-style(#123); }",
    );
    assert_eq!(made, ".a:hover{color:#000}.b:hover{color:#fff}");
}

#[test]
fn hacks_for_old_browsers_are_one_line_and_the_sheet_is_made_small() {
    let hacks =
        "a { top: 0; *zoom: 1; *display: inline; _height: 1px; left: 0 } @media \\0screen { u { top: 0 } }";
    let site = Site::new(&[("a.css", hacks), ("b.css", "b {\n  top: 0;\n  *zoom: 1;\n}")]);
    let styles = site.compile(&["a.css", "b.css"]);
    let found: Vec<_> = styles.diagnostics.iter().map(|d| (d.code, d.is_error(), d.place())).collect();
    assert_eq!(found.len(), 2, "{:?}", styles.diagnostics);
    assert!(found.iter().all(|(code, is_error, _)| *code == "style-hack" && !is_error), "{found:?}");
    let made = String::from_utf8_lossy(&styles.sheets[0].bytes).into_owned();
    assert!(
        made.contains("top:0;")
            && made.contains("left:0")
            && made.ends_with("b{top:0}")
            && !made.contains("zoom"),
        "{made}"
    );
}

#[test]
fn selectors_that_no_browser_reads_are_left_out_and_the_sheet_is_made_small() {
    if !less_is_here() {
        return;
    }
    // The steps of an animation in a mixin are themselves no rule.
    let text = ".fade { 0% { top: 0 } 100% { top: 1px } } @keyframes a { .fade; } i { left: 0 }";
    assert_eq!(of_less(text), "@keyframes a{0%{top:0}to{top:1px}}i{left:0}");
    let site = Site::new(&[("a.css", "a{top:0}\n.x::before .y{top:0}\nb{top:1px}")]);
    let styles = site.compile(&["a.css"]);
    assert_eq!(styles.diagnostics.len(), 1, "{:?}", styles.diagnostics);
    assert_eq!(styles.diagnostics[0].place(), "template/styles/a.css:2:1");
    assert_eq!(String::from_utf8_lossy(&styles.sheets[0].bytes), "a{top:0}b{top:1px}");
}
