//! What LESS makes of its features: the dialect of the hosted platform, and what later versions have of files.

use super::*;

#[test]
fn variables_mixins_and_guards() {
    if !less_is_here() {
        return;
    }
    let text = "@ink: #333;
        .button(@color; @pad: 4px) { color: @color; padding-left: @pad; }
        .shade(@c) when (lightness(@c) > 50%) { background: black }
        .shade(@c) when (lightness(@c) =< 50%) { background: white }
        .steps(@n) when (@n > 0) { .w-@{n} { width: (@n * 10%) } .steps(@n - 1); }
        a { .button(@ink); .shade(#eee); &:hover { .button(blue, 1px) } }
        b { .shade(@ink) }
        #space { .in() { bottom: 7px } }
        u { #space > .in; #space.in(); }
        .steps(2);";
    assert_eq!(
        of_less(text),
        "a{color:#333;background:#000;padding-left:4px}a:hover{color:#00f;padding-left:1px}b{background:#fff}\
         u{bottom:7px}.w-2{width:20%}.w-1{width:10%}"
    );
}

#[test]
fn divisions_stand_without_brackets_and_everything_is_worked_out() {
    if !less_is_here() {
        return;
    }
    let text = "@p: 30px; @s: 12px;
        .a { padding: @p/2; margin: (@p / 4) -@p; width: @p*2 + 1; height: ~\"calc(1px + @{p})\"; font: @s/1.5 serif }";
    assert_eq!(
        of_less(text),
        ".a{width:61px;height:31px;margin:7.5px -30px;padding:15px;font:12px/1.5 serif}"
    );
}

#[test]
fn selectors_come_from_escaped_strings_and_variables() {
    if !less_is_here() {
        return;
    }
    let text = "@w: 3; .p { @{x} { top: 0 } (~\".q:nth-child(@{w}n)\") { left: 0 } } @x: b;";
    assert!(of_less(text).contains(".p .q:nth-child(3n){left:0}"));
    assert_eq!(of_less("@w: 3; (~\".p:nth-child(@{w}n)\") { top: 0 }"), ".p:nth-child(3n){top:0}");
}

#[test]
fn mixins_are_called_with_fewer_commas() {
    if !less_is_here() {
        return;
    }
    let text = ".m(@a; @b: wrap) { flex-flow: @a @b } .y { .m(row); } .z { .m(column, nowrap) }";
    assert_eq!(of_less(text), ".y{flex-flow:wrap}.z{flex-flow:column}");
}

#[test]
fn functions_of_colours_and_texts() {
    if !less_is_here() {
        return;
    }
    let text = "p { color: darken(#336699, 10%); background: fade(red, 50%); border-color: mix(#000, #fff, 50%);
            line-height: unit(1.5em); content: %(\"%d of %d\", 1, 2); z-index: pow(2, 3); top: percentage(0.5);
            filter: saturate(180%) }";
    assert_eq!(
        of_less(text),
        "p{color:#264c73;content:\"1 of 2\";z-index:8;filter:saturate(180%);background:#ff000080;\
         border-color:gray;line-height:1.5;top:50%}"
    );
}

#[test]
fn plain_sheets_among_less_are_less_and_their_classes_are_mixins() {
    if !less_is_here() {
        return;
    }
    let site = Site::new(&[("grid.css", ".twelve{width:100%}"), ("a.less", ".c { .twelve; top: 0 }")]);
    assert_eq!(css(&site.compile(&["grid.css", "a.less"])), ".twelve{width:100%}.c{width:100%;top:0}");
}

#[test]
fn plain_sheets_that_hold_less_are_less() {
    if !less_is_here() {
        return;
    }
    let site = Site::new(&[
        ("a.css", "// a word\n@ink : #123456;\n.a { color: @ink }"),
        ("b.css", "@page :first { margin: 0 }\n.b { top: 0 }"),
    ]);
    assert_eq!(css(&site.compile(&["a.css"])), ".a{color:#123456}");
    let plain = site.compile(&["b.css"]);
    assert_eq!((plain.compiled, css(&plain).contains(".b{top:0}")), (0, true));
}

#[test]
fn sheets_are_one_program_in_order() {
    if !less_is_here() {
        return;
    }
    let site = Site::new(&[
        ("reset.css", "a{color:red}"),
        ("vars.less", "@ink: #123456; .m() { top: 0 }"),
        ("deep/part.less", "i { background: url(../../assets/leaf.png); .m(); }"),
        ("site.less", "@import (reference) 'lib'; @import 'deep/part'; b { color: @ink; .hidden(); }"),
        ("lib.less", ".hidden() { left: 0 } .never { top: 1px }"),
        ("/template/assets/leaf.png", "leaf"),
        ("/template/styles/last.css", "u{background:url(../assets/leaf.png)}"),
    ]);
    let leaf = Assets::load(site.root()).unwrap().resolve("/assets/leaf.png").unwrap();
    assert_eq!(
        css(&site.compile(&["reset.css", "vars.less", "site.less", "last.css"])),
        format!(
            "a{{color:red}}i{{background:url({leaf});top:0}}b{{color:#123456;left:0}}u{{background:url({leaf})}}"
        )
    );
}

#[test]
fn imports_of_other_hosts_stay_and_stand_first() {
    if !less_is_here() {
        return;
    }
    let site = Site::new(&[
        ("a.less", "a { top: 0 }"),
        ("b.less", "b { top: 1px } @import url(https://example.com/x?family=A:400,700); @import 'c.css';"),
        ("c.css", "@import '//example.com/y.css'; c { top: 2px }"),
    ]);
    assert_eq!(
        css(&site.compile(&["a.less", "b.less"])),
        "@import \"https://example.com/x?family=A:400,700\";@import \"//example.com/y.css\";a{top:0}b{top:1px}c{top:2px}"
    );
}

#[test]
fn css_that_came_after_less_stays() {
    if !less_is_here() {
        return;
    }
    let text = "@layer base, own; @layer own { a { top: 0 } } @container (min-width: 5px) { b { top: 0 } }
        :root { --Own: {a: b}; --ink: red } c:is(.x, :not(.y > .z)) { COLOR: var(--ink) }
        @font-face { font-family: X; src: url(data:font/woff;base64,AA==) }";
    let made = of_less(text);
    for wanted in
        ["@layer base", "@layer own{a{top:0}}", "@container", "--ink:red", "c:is(.x,:not(.y>.z)){color:"]
    {
        assert!(made.contains(wanted), "{wanted}: {made}");
    }
}

#[test]
fn files_are_written_into_the_sheet_and_measured() {
    if !less_is_here() {
        return;
    }
    let site = Site::new(&[
        (
            "a.less",
            "a { background: data-uri('../assets/x.svg'); } b { cursor: data-uri('../assets/y.bin') }",
        ),
        ("/template/assets/x.svg", "<svg/>"),
        ("/template/assets/y.bin", "\u{1}\u{2}"),
    ]);
    assert_eq!(
        css(&site.compile(&["a.less"])),
        "a{background:url(data:image/svg+xml,%3Csvg%2F%3E)}b{cursor:url(data:application/octet-stream;base64,AQI=)}"
    );
    let mut gif = b"GIF89a\x07\x00\x05\x00\x00\x00\x00".to_vec();
    gif.push(b';');
    fs::write(site.root().join("template/assets/z.gif"), gif).unwrap();
    site.write(
        "a.less",
        "a { width: image-width('/assets/z.gif'); height: image-height('../assets/z.gif') }",
    );
    assert_eq!(css(&site.compile(&["a.less"])), "a{width:7px;height:5px}");
}

/// S-615: behind the last comma of a list of selectors there may be nothing, and the rule is there.
#[test]
fn s_615_a_comma_behind_the_last_selector_is_left_out() {
    if !less_is_here() {
        return;
    }
    let text =
        ".a, .b, { top: 0 } .c { .d,\n.e, /* and */\n{ left: 0 } } .f , { .g { right: 0 } } .h { bottom: 0 }";
    assert_eq!(of_less(text), ".a,.b{top:0}.c .d,.c .e{left:0}.f .g{right:0}.h{bottom:0}");
}
