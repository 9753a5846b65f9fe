//! `video`: an embedded player, kept in attributes until it is wanted (T-213).

use loggia_template::{Context, Fault, Node, Vocabulary, Writer};

use super::image::{average, write_focal_point};
use super::predicates::has_image;
use crate::fragment::{Fill, Fragment, fragment};

pub(crate) fn install(vocabulary: &mut Vocabulary) {
    vocabulary.writer("video", |arguments| Video {
        waits: arguments.iter().any(|argument| argument == "load-false"),
        shows_colors: arguments.iter().any(|argument| argument == "color-data"),
        wrapper: fragment!("content/video.html", "load", "html", "provider", "overlay"),
        load: fragment!("content/video.load.html"),
        overlay: fragment!("content/video.overlay.html", "no-thumbnail", "thumbnail"),
        thumbnail: fragment!("content/video.thumbnail.html", "url", "size", "focal-point", "colors"),
        colors: fragment!(
            "content/video.colors.html",
            "top-left",
            "top-right",
            "bottom-left",
            "bottom-right",
            "center"
        ),
    });
}

struct Video {
    waits: bool,
    shows_colors: bool,
    wrapper: Fragment<4>,
    load: Fragment<0>,
    overlay: Fragment<2>,
    thumbnail: Fragment<4>,
    colors: Fragment<5>,
}

impl Writer for Video {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let video = values[0];
        let embed = video.get("oembed");
        let load = |out: &mut String| {
            if self.waits {
                self.load.write(out, []);
            }
        };
        let overlay = |out: &mut String| {
            if video.get("overlay").is_true() {
                self.write_overlay(video, out);
            }
        };
        let fills = [
            Fill::With(&load),
            Fill::EscapedValue(embed.get("html")),
            Fill::Text(embed.get("providerName")),
            Fill::With(&overlay),
        ];
        self.wrapper.write(context.out(), fills);
        Ok(())
    }
}

impl Video {
    fn write_overlay(&self, video: Node<'_>, out: &mut String) {
        if !has_image(video) {
            return self.overlay.write(out, [Fill::Raw(" no-thumb"), Fill::Empty]);
        }
        let data = video.get("colorData");
        let colors = |out: &mut String| {
            if self.shows_colors && data.is_true() {
                let names = ["topLeft", "topRight", "bottomLeft", "bottomRight", "center"];
                self.colors.write(out, names.map(|name| Fill::Text(average(data, name))));
            }
        };
        let focal_point = |out: &mut String| write_focal_point(video, out);
        let thumbnail = |out: &mut String| {
            self.thumbnail.write(
                out,
                [
                    Fill::Text(video.get("assetUrl")),
                    Fill::Text(video.get("originalSize")),
                    Fill::With(&focal_point),
                    Fill::With(&colors),
                ],
            );
        };
        self.overlay.write(out, [Fill::Empty, Fill::With(&thumbnail)]);
    }
}
