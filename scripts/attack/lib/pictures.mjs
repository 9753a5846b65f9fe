// Pictures that mean no good, each made here from its bytes.
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";

const table = Array.from({ length: 256 }, (_, n) => {
  let value = n;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});
function crc(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) value = table[(value ^ byte) & 255] ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}
const u32 = (value) => Buffer.from([value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]);
const u16 = (value) => Buffer.from([(value >>> 8) & 255, value & 255]);
const chunk = (name, data) => Buffer.concat([u32(data.length), Buffer.from(name), data, u32(crc(Buffer.concat([Buffer.from(name), data])))]);
const SIGN = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/** Compressed zeros, as many as are wanted, without holding them: one flushed block of a megabyte, again and again. */
export function zeros(count) {
  const size = 1 << 20;
  const block = zlib.deflateRawSync(Buffer.alloc(size), { finishFlush: zlib.constants.Z_FULL_FLUSH });
  const whole = Math.floor(count / size);
  const rest = zlib.deflateRawSync(Buffer.alloc(count % size));
  const adler = Buffer.concat([u16(count % 65521), u16(1)]);
  return Buffer.concat([Buffer.from([0x78, 0x01]), ...Array.from({ length: whole }, () => block), rest, adler]);
}

const CHANNELS = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** A PNG of one colour: `color` 0 grey, 2 RGB, 3 palette, 6 RGBA; `more` are chunks in front of the picture. */
export function png(width, height, { depth = 8, color = 0, interlace = 0, more = [], data, end = true } = {}) {
  const row = Math.ceil((width * depth * CHANNELS[color]) / 8) + 1;
  const palette = color === 3 ? [chunk("PLTE", Buffer.from([0, 0, 0, 255, 255, 255]))] : [];
  const header = chunk("IHDR", Buffer.concat([u32(width), u32(height), Buffer.from([depth, color, 0, 0, interlace])]));
  return Buffer.concat([SIGN, header, ...palette, ...more, chunk("IDAT", data ?? zeros(row * height)), ...(end ? [chunk("IEND", Buffer.alloc(0))] : [])]);
}

/** A JPEG with other sizes in its header. */
function resized(jpeg, width, height) {
  const bytes = Buffer.from(jpeg);
  for (let at = 2; at < bytes.length - 9;) {
    if (bytes[at] !== 0xff) return bytes;
    const marker = bytes[at + 1];
    if (marker >= 0xc0 && marker <= 0xc2) {
      u16(height).copy(bytes, at + 5);
      u16(width).copy(bytes, at + 7);
      return bytes;
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return bytes;
}

const gif = (width, height, frames = 1) => Buffer.concat([
  Buffer.from("GIF89a"), Buffer.from([width & 255, width >> 8, height & 255, height >> 8, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
  ...Array.from({ length: frames }, () => Buffer.from([0x2c, 0, 0, 0, 0, width & 255, width >> 8, height & 255, height >> 8, 0, 2, 2, 0x44, 1, 0])), Buffer.from([0x3b]),
]);
const webp = (width, height) => {
  const vp8x = Buffer.concat([Buffer.from("VP8X"), Buffer.from([10, 0, 0, 0, 0x10, 0, 0, 0]), Buffer.from([(width - 1) & 255, ((width - 1) >> 8) & 255, (width - 1) >> 16, (height - 1) & 255, ((height - 1) >> 8) & 255, (height - 1) >> 16])]);
  const lossless = Buffer.concat([Buffer.from("VP8L"), Buffer.from([10, 0, 0, 0, 0x2f, 0xff, 0xff, 0xff, 0x0f, 0, 0, 0, 0, 0])]);
  const body = Buffer.concat([Buffer.from("WEBP"), vp8x, lossless]);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from("RIFF"), size, body]);
};
const svg = (inside, more = "") => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="10" height="10" ${more}>${inside}</svg>`);

/** The corpus: a name as it is brought along, its bytes, and what it is: a `bomb`, `broken`, `program`, `lie` or a `polyglot`. */
export function corpus(repository) {
  const jpeg = fs.readFileSync(path.join(repository, "site-fixtures/bakery/files/linen-bag.jpg"));
  const small = png(16, 16);
  const script = "<script>alert(1)</script>";
  const html = `<!doctype html><html><body>${script}</body></html>`;
  const entity = (text) => Buffer.from(`<?xml version="1.0"?><!DOCTYPE svg [${text}]><svg xmlns="http://www.w3.org/2000/svg"><text>&a;</text></svg>`);
  const laughs = Array.from({ length: 12 }, (_, n) => `<!ENTITY ${String.fromCharCode(97 + n)} "${n === 11 ? "ha" : `&${String.fromCharCode(98 + n)};`.repeat(10)}">`).join("");
  return [
    ["bomb-grey.png", png(60_000, 60_000), "bomb"], ["bomb-bits.png", png(60_000, 60_000, { depth: 1 }), "bomb"], ["bomb-palette.png", png(60_000, 60_000, { depth: 1, color: 3 }), "bomb"],
    ["bomb-rgb.png", png(20_000, 20_000, { color: 2 }), "bomb"], ["bomb-rgba16.png", png(16_000, 16_000, { depth: 16, color: 6 }), "bomb"], ["bomb-interlaced.png", png(30_000, 30_000, { interlace: 1 }), "bomb"],
    ["bomb-wide.png", png(2_000_000_000, 1, { depth: 1 }), "bomb"], ["bomb-high.png", png(1, 2_000_000_000, { depth: 1, data: zeros(200_000_000) }), "bomb"], ["bomb-claims.png", png(2_147_483_647, 2_147_483_647, { data: zeros(1000) }), "bomb"],
    ["bomb-profile.png", png(16, 16, { more: [chunk("iCCP", Buffer.concat([Buffer.from("x\0\0"), zeros(2_000_000_000)]))] }), "bomb"], ["bomb-text.png", png(16, 16, { more: [chunk("zTXt", Buffer.concat([Buffer.from("x\0\0"), zeros(2_000_000_000)]))] }), "bomb"],
    ["bomb-more-rows.png", png(100, 100, { data: zeros(3_000_000_000) }), "bomb"], ["bomb-itext.png", png(16, 16, { more: Array.from({ length: 200 }, () => chunk("iTXt", Buffer.concat([Buffer.from("x\0\x01\0\0\0"), zeros(50_000_000)]))) }), "bomb"],
    ["bomb-frames.png", png(16, 16, { more: [chunk("acTL", Buffer.concat([u32(1_000_000), u32(0)]))] }), "bomb"],
    ["bomb.jpg", resized(jpeg, 65_500, 65_500), "bomb"], ["bomb-wide.jpg", resized(jpeg, 65_500, 1000), "bomb"], ["bomb.gif", gif(65_535, 65_535), "bomb"], ["bomb-frames.gif", gif(4000, 4000, 5000), "bomb"], ["bomb.webp", webp(16_384, 16_384), "bomb"], ["bomb-canvas.webp", webp(16_777_216, 16_777_216), "bomb"],
    ["none.png", png(0, 0, { data: zeros(0) }), "broken"], ["no-width.png", png(0, 100), "broken"], ["cut.png", small.subarray(0, 40), "broken"], ["sign-only.png", SIGN, "broken"], ["no-end.png", png(16, 16, { end: false }), "broken"],
    ["wrong-crc.png", Buffer.from(small.map((byte, at) => (at === 30 ? byte ^ 255 : byte))), "broken"], ["long-chunk.png", Buffer.concat([SIGN, u32(0xffffffff), Buffer.from("IHDR")]), "broken"], ["no-data.png", png(1000, 1000, { data: Buffer.alloc(0) }), "broken"],
    ["strange-depth.png", png(16, 16, { depth: 8, color: 0, data: zeros(10) }), "broken"], ["cut.jpg", jpeg.subarray(0, 300), "broken"], ["sign-only.jpg", Buffer.from([0xff, 0xd8, 0xff, 0xe0]), "broken"], ["cut.gif", Buffer.from("GIF89a\x01"), "broken"],
    ["cut.webp", webp(16, 16).subarray(0, 16), "broken"], ["empty.png", Buffer.alloc(0), "broken"], ["zeros.jpg", Buffer.alloc(4096), "broken"],
    ["script.svg", svg(script), "program"], ["onload.svg", svg("<circle/>", 'onload="alert(1)"'), "program"], ["link.svg", svg('<a xlink:href="javascript:alert(1)"><text>x</text></a>'), "program"], ["foreign.svg", svg(`<foreignObject><body xmlns="http://www.w3.org/1999/xhtml">${script}</body></foreignObject>`), "program"],
    ["animated.svg", svg('<a><animate attributeName="href" values="javascript:alert(1)"/><text>x</text></a>'), "program"], ["style.svg", svg("<style>@import url(http://127.0.0.1:9/x.css);</style>"), "program"], ["use.svg", svg('<use xlink:href="data:image/svg+xml,&lt;svg onload=alert(1)&gt;#x"/>'), "program"],
    ["capitals.svg", Buffer.from("<SVG xmlns='http://www.w3.org/2000/svg'><SCRIPT>alert(1)</SCRIPT></SVG>"), "program"], ["prefix.svg", Buffer.from(`<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script>alert(1)</s:script></s:svg>`), "program"],
    ["html-in-svg.svg", svg(`<h:img xmlns:h="http://www.w3.org/1999/xhtml" src="x" onerror="alert(1)"/>`), "program"], ["file-entity.svg", entity('<!ENTITY a SYSTEM "file:///etc/passwd">'), "program"], ["laughs.svg", entity(laughs), "program"],
    ["sheet.svg", Buffer.from('<?xml version="1.0"?><?xml-stylesheet href="javascript:alert(1)"?><svg xmlns="http://www.w3.org/2000/svg"/>'), "program"], ["utf16.svg", Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`, "utf16le")]), "program"],
    ["deep.svg", Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${"<g>".repeat(100_000)}${"</g>".repeat(100_000)}</svg>`), "bomb"],
    ["page.png", Buffer.from(html), "lie"], ["page.jpg", Buffer.from(`\ufeff  ${html}`), "lie"], ["page.html", Buffer.from(html), "lie"], ["picture.html", small, "lie"], ["picture.php", jpeg, "lie"], ["picture.svg", small, "lie"], ["script.js", Buffer.from("alert(1)"), "lie"],
    ["program.png", Buffer.from("\x7fELF\x02\x01\x01", "latin1"), "lie"], ["shell.gif", Buffer.from("#!/bin/sh\ntouch /tmp/x\n"), "lie"], ["two.png.html", small, "lie"], ["list.htaccess", Buffer.from("AddType text/html .png"), "lie"], ["sheet.css", Buffer.from("body{}"), "lie"],
    ["script-in.gif", Buffer.concat([Buffer.from("GIF89a/*"), gif(1, 1).subarray(8), Buffer.from("*/=1;alert(1)")]), "polyglot"], ["page-after.png", Buffer.concat([small, Buffer.from(html)]), "polyglot"], ["page-in.jpg", Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe]), u16(html.length + 2), Buffer.from(html), jpeg.subarray(2)]), "polyglot"],
    ["archive-after.png", Buffer.concat([small, Buffer.from("PK\x03\x04archive")]), "polyglot"], ["pdf-in.png", png(16, 16, { more: [chunk("tEXt", Buffer.from("x\0%PDF-1.4 /JavaScript (app.alert(1))"))] }), "polyglot"], ["page-in.svg.png", png(16, 16, { more: [chunk("tEXt", Buffer.from(`x\0${html}`))] }), "polyglot"],
  ].map(([name, bytes, kind]) => ({ name, bytes, kind }));
}
