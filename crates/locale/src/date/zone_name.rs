//! The names of zones: `EST`, `Eastern Standard Time`, `GMT-5`, `-05:00`, `New York Time`.

use super::{
    moment::Moment,
    pattern::{self, Field, Node},
};
use crate::{locale::Locale, number::NumberSystem};

/// Writes a zone field.
pub(crate) fn write(out: &mut String, locale: &Locale, system: &NumberSystem, field: Field, moment: &Moment) {
    let name = ZoneName { locale, system, moment };
    match (field.letter, field.width) {
        ('z', 1..=4) => name.non_location(out, field),
        ('v', 1 | 4) => name.non_location(out, field),
        ('O', width) => name.localised_offset(out, width),
        ('Z', 4) => name.localised_offset(out, 4),
        ('Z', 1..=5) => name.plain_offset(out, field.width == 5),
        ('V', width) => name.location(out, width),
        ('X' | 'x', 1..=5) => name.iso_offset(out, field),
        _ => {}
    }
}

struct ZoneName<'a> {
    locale: &'a Locale,
    system: &'a NumberSystem,
    moment: &'a Moment,
}

impl ZoneName<'_> {
    /// The hours and minutes of the offset, without sign.
    fn offset(&self) -> (u64, u64) {
        let minutes = u64::from(self.moment.offset_seconds().unsigned_abs()) / 60;
        (minutes / 60, minutes % 60)
    }

    fn is_west(&self) -> bool {
        self.moment.offset_seconds() < 0
    }

    /// `z`: standard or daylight time; `v`: the time without telling which.
    fn non_location(&self, out: &mut String, field: Field) {
        let metazone = self.moment.zone().metazone(self.moment.instant());
        let kind = match (field.letter, self.moment.is_daylight_saving()) {
            ('v', _) => "generic",
            (_, true) => "daylight",
            (_, false) => "standard",
        };
        let length = if field.width == 4 { "long" } else { "short" };
        match self.locale.get(&format!("zone.{length}.{metazone}.{kind}")) {
            "" => self.localised_offset(out, field.width),
            text => out.push_str(text),
        }
    }

    /// `O`: `GMT-5`, `GMT-05:00`.
    fn localised_offset(&self, out: &mut String, width: usize) {
        if !matches!(width, 1 | 4) {
            return;
        }
        if self.moment.offset_seconds() == 0 {
            return out.push_str(self.locale.get("zone.gmtZeroFormat"));
        }
        let (hours, minutes) = self.offset();
        let short = width == 1;
        let with_minutes = !short || minutes > 0;
        let formats = self.locale.get("zone.hourFormat");
        let (east, west) = formats.split_once(';').unwrap_or((formats, formats));
        let mut offset = String::new();
        for node in pattern::parse(if self.is_west() { west } else { east }) {
            match node {
                Node::Text(text) if !with_minutes && (text == ":" || text == ".") => {}
                Node::Text(text) => offset.push_str(&text),
                Node::Field(Field { letter: 'H', width }) => {
                    self.system.write_integer(&mut offset, hours, if short { 1 } else { width });
                }
                Node::Field(Field { letter: 'm', width }) if with_minutes => {
                    self.system.write_integer(&mut offset, minutes, width);
                }
                Node::Field(_) => {}
            }
        }
        out.push_str(&pattern::join(self.locale.get("zone.gmtFormat"), &offset, ""));
    }

    /// `Z`: `-0500`, `-05:00`.
    fn plain_offset(&self, out: &mut String, colon: bool) {
        let (hours, minutes) = self.offset();
        out.push(if self.is_west() { '-' } else { '+' });
        self.system.write_integer(out, hours, 2);
        if colon {
            out.push(':');
        }
        self.system.write_integer(out, minutes, 2);
    }

    /// `x`, `X`: `-05`, `-0500`, `-05:00`.
    fn iso_offset(&self, out: &mut String, field: Field) {
        let (hours, minutes) = self.offset();
        let is_zero = hours == 0 && minutes == 0;
        out.push(if self.is_west() && !is_zero { '-' } else { '+' });
        self.system.write_integer(out, hours, 2);
        if matches!(field.width, 3 | 5) {
            out.push(':');
        }
        if field.width != 1 || minutes > 0 {
            self.system.write_integer(out, minutes, 2);
        }
        if field.letter == 'X' && self.moment.offset_seconds() == 0 {
            out.push('Z');
        }
    }

    /// `V`: the zone's id, its city, its place's time.
    fn location(&self, out: &mut String, width: usize) {
        let city = self.city();
        match (width, city.as_str()) {
            (1, _) => out.push_str("unk"),
            (2, _) => out.push_str(self.moment.zone().id()),
            (3, "") => out.push_str(self.locale.get("zone.city.Etc/Unknown")),
            (3, city) => out.push_str(city),
            (4, "") => self.localised_offset(out, 4),
            (4, city) => out.push_str(&pattern::join(self.locale.get("zone.regionFormat"), city, "")),
            _ => {}
        }
    }

    /// The zone's example city; where the locale has no name for it, the last part of the zone's id.
    fn city(&self) -> String {
        let id = self.moment.zone().stable_id();
        match (self.locale.get(&format!("zone.city.{id}")), id.rsplit_once('/')) {
            ("", Some((area, city))) if area != "Etc" => city.replace('_', " "),
            (city, _) => city.to_string(),
        }
    }
}
