// What a page looks like, as numbers: read from computed styles alone, in one width of window. Runs in a world of its own,
// is handed the names of the themes that content asks for, and gives JSON. Everything is bounded; whoever reads it parses
// and bounds each value once more.
((themes) => {
  const PALETTE = ["white", "black", "accent", "lightAccent", "darkAccent"];
  const MOST = 3000, BANDS = 60, GROUPS = 40;
  const paint = Object.assign(document.createElement("canvas"), { width: 1, height: 1 })
    .getContext("2d", { willReadFrequently: true });
  // What is on its way from one color to another, or waits for a font that does not come, is read as it will be.
  const still = new CSSStyleSheet();
  still.replaceSync("*, ::before, ::after { transition: none !important; animation: none !important }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, still];
  document.documentElement.classList.remove("wf-loading");
  const known = new Map();
  /** [red, green, blue, alpha], each 0 to 255. */
  const color = (text) => {
    if (!known.has(text)) {
      paint.clearRect(0, 0, 1, 1);
      paint.fillStyle = "#000";
      paint.fillStyle = text;
      paint.fillRect(0, 0, 1, 1);
      known.set(text, [...paint.getImageData(0, 0, 1, 1).data]);
    }
    return known.get(text);
  };
  const number = (text) => { const n = parseFloat(text); return Number.isFinite(n) ? n : null; };
  const all = (root, what) => [...root.querySelectorAll(what)].slice(0, MOST);
  const seen = (el) => {
    const box = el.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && getComputedStyle(el).visibility !== "hidden";
  };
  /** Whether it has a place: scripts show some parts of a page only when they have run. */
  const placed = (el) => {
    const box = el.getBoundingClientRect();
    return box.width > 1 && box.height > 1;
  };
  const first = (root, ...ways) => {
    for (const is of [seen, placed]) {
      for (const way of ways) {
        const found = all(root, way).find(is);
        if (found) return found;
      }
    }
    return null;
  };
  const those = (list) => (list.some(seen) ? list.filter(seen) : list.filter(placed));
  const box = (el) => {
    const { left, top, width, height } = el.getBoundingClientRect();
    return { left: left + scrollX, top: top + scrollY, width, height };
  };
  /** Where the words of an element stand: its own box may be as wide as the page. */
  const wordBox = (el) => {
    const range = document.createRange();
    range.selectNodeContents(el);
    const { left, top, width, height } = range.getBoundingClientRect();
    return width > 1 ? { left: left + scrollX, top: top + scrollY, width, height } : box(el);
  };
  const around = (boxes) => {
    const left = Math.min(...boxes.map((own) => own.left)), top = Math.min(...boxes.map((own) => own.top));
    return {
      left, top, width: Math.max(...boxes.map((own) => own.left + own.width)) - left,
      height: Math.max(...boxes.map((own) => own.top + own.height)) - top,
    };
  };
  const words = (el) => {
    let length = 0;
    for (const node of el.childNodes) {
      if (node.nodeType === 3) length += node.data.trim().length;
      else if (node.nodeType === 1 && /^(a|b|i|em|strong|span|u|font)$/i.test(node.tagName)) length += node.textContent.trim().length;
    }
    return Math.min(length, 2000);
  };
  /** What in an element's first line of text decides how it is set: a span inside may say more than its paragraph. */
  const inner = (el) => {
    let own = el;
    for (let step = 0; step < 4; step++) {
      const inside = [...own.childNodes].filter((node) => node.nodeType === 1 || (node.nodeType === 3 && node.data.trim()));
      if (inside.length !== 1 || inside[0].nodeType !== 1 || !/^(b|em|i|strong|span|font|a)$/i.test(inside[0].tagName)) break;
      own = inside[0];
    }
    return own;
  };
  const font = (el) => {
    const style = getComputedStyle(inner(el));
    const size = number(style.fontSize);
    const line = number(style.lineHeight);
    const spacing = number(style.letterSpacing);
    return {
      family: style.fontFamily.slice(0, 400), weight: number(style.fontWeight), italic: style.fontStyle !== "normal",
      size, line: line && size ? line / size : null, spacing: spacing && size ? spacing / size : 0,
      transform: style.textTransform, color: color(style.color),
    };
  };
  /** The most frequent of some, by what they say of themselves; weights are added up. */
  const common = (entries) => {
    const groups = new Map();
    for (const [value, weight] of entries) {
      const key = JSON.stringify(value);
      const group = groups.get(key) ?? { value, weight: 0, count: 0 };
      group.weight += weight;
      group.count += 1;
      groups.set(key, group);
      if (groups.size > GROUPS) break;
    }
    return [...groups.values()].sort((a, b) => b.weight - a.weight)[0]?.value ?? null;
  };
  const texts = (root, what) => all(root, what).filter((el) => seen(el) && words(el) > 0);
  const fontOf = (root, what) => common(texts(root, what).map((el) => [font(el), words(el)]));
  const inkOf = (root, what) => common(texts(root, what).map((el) => [color(getComputedStyle(inner(el)).color), words(el)]));
  /** The first ground that hides what is behind it. */
  const ground = (el) => {
    for (let own = el; own; own = own.parentElement) {
      const at = color(getComputedStyle(own).backgroundColor);
      if (at[3] > 127) return at;
    }
    return [255, 255, 255, 255];
  };
  const BUTTONS = [
    ".sqs-button-element--primary:not(.header-skip-link)", ".sqs-block-button-element, .sqs-editable-button, .sqs-add-to-cart-button",
    ".wp-block-button__link, .shopify-payment-button button, .btn, a.button, button.button",
    "main button[type=submit], input[type=submit], form button",
  ];
  const buttonLook = (el) => {
    const style = getComputedStyle(el);
    const shape = font(el);
    return {
      fill: color(style.backgroundColor), ink: shape.color, edge: color(style.borderTopColor),
      border: style.borderTopStyle === "none" ? 0 : number(style.borderTopWidth), radius: radius(style, el),
      x: number(style.paddingLeft), y: number(style.paddingTop), font: shape,
    };
  };
  function radius(style, el) {
    const text = style.borderTopLeftRadius;
    const share = text.endsWith("%") ? (number(text) / 100) * Math.min(el.offsetWidth, el.offsetHeight) : number(text);
    return share;
  }
  const buttonOf = (root) => {
    for (const what of BUTTONS) {
      const found = all(root, what).filter((el) => seen(el) && el.textContent.trim().length + (el.value ?? "").length > 0);
      const look = common(found.slice(0, 200).map((el) => [buttonLook(el), 1]));
      if (look) return look;
    }
    return null;
  };
  const isHeading = "h1, h2, h3, h4";
  const isText = "p, li, dd, td, blockquote";

  const body = document.body;
  const main = first(body, "main", "[role=main]", "#page", "#content", "#main", "#siteWrapper", ".main-content") ?? body;
  const heads = "header#header, #header, .Header, header[role=banner], body > header, header, #headerWrapper, .site-header";
  const hasMenu = (el) => placed(el) && (main === body || !main.contains(el)) && those(all(el, "nav a, .header-nav a")).some((own) => words(own));
  const head = all(body, heads).find((el) => seen(el) && hasMenu(el)) ?? all(body, heads).find(hasMenu)
    ?? first(body, ...heads.split(", "));
  const footers = those(all(body, "#footer-sections, footer#footer, .Footer, [role=contentinfo], footer, #footer"));
  const foot = footers.at(-1) ?? null;

  /** Bands as wide as the page, the outermost of each. */
  const isBand = "section.page-section, section[data-section-id], .Index-page, .index-section, .index-section-wrapper, main section, .wp-block-cover, .wp-block-group.alignfull, .shopify-section";
  const inBand = (el) => el.parentElement?.closest(isBand) && main.contains(el.parentElement.closest(isBand));
  const found = all(main, isBand).filter((el) => seen(el) && !inBand(el) && !head?.contains(el) && !foot?.contains(el));
  const bands = (found.length ? found : [main]).slice(0, BANDS);

  const colorsOf = (band) => {
    const behind = band.querySelector(".section-background, .Index-page-image, .index-section-image");
    const painted = behind && color(getComputedStyle(behind).backgroundColor);
    const button = buttonOf(band);
    const link = all(band, "p a, li a").find((el) => seen(el) && words(el) > 0);
    return {
      ground: painted && painted[3] > 127 ? painted : ground(band), text: inkOf(band, isText),
      heading: inkOf(band, isHeading), link: link ? color(getComputedStyle(link).color) : null,
      fill: button?.fill ?? null, ink: button?.ink ?? null, edge: button?.edge ?? null,
    };
  };
  const bandOf = (band) => {
    const place = box(band);
    const wrapper = band.querySelector(".content-wrapper");
    const style = wrapper && getComputedStyle(wrapper);
    const inside = all(band, "p, h1, h2, h3, h4, img, form, ul").filter(seen).map(box)
      .filter((own) => own.left > 1 && own.width < innerWidth - 2 && own.left + own.width <= innerWidth);
    const left = Math.min(...inside.map((own) => own.left));
    const right = Math.max(...inside.map((own) => own.left + own.width));
    return {
      theme: (band.dataset.sectionTheme ?? "").slice(0, 60), id: (band.id || band.dataset.urlId || "").slice(0, 60), area: place.width * place.height, ...colorsOf(band),
      pictured: Boolean(band.querySelector(".section-background img, .section-background video, .Index-page-image img")
        || getComputedStyle(band).backgroundImage.includes("url(")
        || all(band, "img, video").slice(0, 40).map(box).some((own) => own.width * own.height > 0.8 * place.width * place.height)),
      size: /section-height--(small|medium|large)/.exec(band.className)?.[1] ?? "",
      fluid: Boolean(band.querySelector(".fluid-engine")),
      above: style ? number(style.paddingTop) : inside.length ? Math.max(0, Math.min(...inside.map((own) => own.top)) - place.top) : null,
      left: inside.length ? left : null, right: inside.length ? right : null,
    };
  };

  /** How a theme would look: a section that is there for a moment alone. */
  const probe = (theme) => {
    const made = document.createElement("section");
    made.className = `page-section full-bleed-section layout-engine-section ${theme}`;
    made.dataset.sectionTheme = theme;
    made.innerHTML = '<div class="section-border"><div class="section-background"></div></div><div class="content-wrapper"><div class="content">'
      + '<div class="sqs-layout"><div class="sqs-block html-block sqs-block-html"><div class="sqs-block-content"><div class="sqs-html-content">'
      + '<h1>Aa</h1><h2>Aa</h2><h3>Aa</h3><h4>Aa</h4><p>Aa <a href="#a">Aa</a></p><p class="sqsrte-large">Aa</p><p class="sqsrte-small">Aa</p>'
      + PALETTE.map((name) => `<p><span class="sqsrte-text-color--${name}">Aa</span></p>`).join("") + '</div></div></div>'
      + '<div class="sqs-block button-block sqs-block-button"><div class="sqs-block-content"><div class="sqs-block-button-container">'
      + '<a href="#a" class="sqs-block-button-element--medium sqs-button-element--primary sqs-block-button-element">Aa</a>'
      + '</div></div></div></div></div></div>';
    for (const el of [made, ...made.querySelectorAll("*")]) el.style.setProperty("transition", "none", "important");
    const place = bands.find((band) => band !== main);
    (place?.parentElement ?? main).append(made);
    const look = { theme, colors: colorsOf(made), fonts: {}, button: buttonOf(made) };
    for (const level of ["h1", "h2", "h3", "h4", "p"]) look.fonts[level] = font(made.querySelector(level));
    look.fonts.large = font(made.querySelector(".sqsrte-large"));
    look.fonts.small = font(made.querySelector(".sqsrte-small"));
    look.palette = PALETTE.map((name) => color(getComputedStyle(made.querySelector(`.sqsrte-text-color--${name}`)).color));
    made.remove();
    return look;
  };

  const listOf = (what) => {
    const items = all(main, what).filter(seen);
    if (items.length < 2) return null;
    const places = items.map(box);
    const row = places.filter((own) => Math.abs(own.top - places[0].top) < 8);
    const lefts = row.map((own) => own.left).sort((a, b) => a - b);
    const picture = items.map((item) => first(item, "img")).find(Boolean);
    const frame = picture && (picture.closest("figure, a, .grid-image, [class*=image]") ?? picture);
    const holder = frame && box(frame).height > 20 ? box(frame) : picture && box(picture);
    const next = places.find((own) => own.top > places[0].top + 8);
    return {
      columns: new Set(lefts.map(Math.round)).size, width: places[0].width,
      gap: lefts.length > 1 ? lefts[1] - lefts[0] - places[0].width : null,
      below: next ? next.top - Math.max(...row.map((own) => own.top + own.height)) : null,
      aspect: holder && holder.height > 0 ? holder.width / holder.height : null,
      radius: picture ? radius(getComputedStyle(picture), picture) : 0,
      beside: Boolean(holder) && holder.width < places[0].width * 0.7,
      centered: getComputedStyle(first(items[0], "h1, h2, h3, [class*=title]") ?? items[0]).textAlign === "center",
      title: fontOf(items[0], `${isHeading}, [class*=title]`),
      dated: items.some((item) => first(item, "time, [class*=date]")),
      excerpted: items.some((item) => first(item, "[class*=excerpt] p, p")),
    };
  };

  const headOf = () => {
    if (!head) return null;
    const place = box(head);
    const home = those(all(head, "a")).filter((el) => /^\/?(index\.html?)?$/.test(new URL(el.href, location.href).pathname) && new URL(el.href, location.href).host === location.host);
    const logo = home.map((el) => first(el, "img")).find(Boolean) ?? first(head, ".header-title-logo img, .Header-branding-logo, .custom-logo, [class*=logo] img, img[class*=logo]")
      ?? first(body, "[data-content-field=site-title] img, #logoImage img, .logo-image img, .site-title img, .Branding img");
    const title = first(head, "#site-title, .header-title-text a, .Header-branding, .site-title, [class*=site-title]") ?? home.find((el) => words(el) > 0);
    const menus = [".header-nav", "nav", "#topNav, #mainNavigation, .main-nav, .site-navigation, .menu"];
    const menu = menus.flatMap((what) => all(head, what)).find((el) => those(all(el, "a")).some((own) => words(own)));
    const links = menu ? those(all(menu, "a, button").filter((el) => words(el) > 0)).slice(0, 60) : [];
    const link = links[0];
    const brand = logo ? box(logo) : title ? wordBox(title) : null;
    const band = bands[0] && box(bands[0]);
    const layers = [head, ...all(head, "*").filter((el) => el.getBoundingClientRect().width > innerWidth * 0.9).slice(0, 30)];
    const painted = layers.map((el) => color(getComputedStyle(el).backgroundColor)).filter((at) => at[3] > 20);
    return {
      height: place.height, ground: painted.at(-1) ?? null, behind: ground(head),
      ink: link ? color(getComputedStyle(inner(link)).color) : title ? color(getComputedStyle(title).color) : null,
      over: Boolean(band) && band.top < place.top + place.height - 8,
      cart: Boolean(first(head, ".header-actions-action--cart, .Cart, a[href$='/cart'], a[href*='/cart?']")),
      sticky: layers.concat(head.parentElement ?? []).some((el) => /^(sticky|fixed)$/.test(getComputedStyle(el).position)),
      line: layers.some((el) => getComputedStyle(el).borderBottomStyle !== "none" && number(getComputedStyle(el).borderBottomWidth) > 0),
      brand, logo: logo && (logo.tagName !== "IMG" || logo.naturalWidth > 0) ? box(logo).height : null, title: title ? font(title) : null,
      menu: links.length ? around(links.map(wordBox)) : null, link: link ? font(link) : null,
      gap: (() => {
        const [one, two] = links.map(wordBox);
        return two && Math.abs(one.top - two.top) < 4 ? two.left - one.left - one.width : null;
      })(),
    };
  };

  const own = (name) => [document.documentElement, body, bands[0]]
    .map((el) => getComputedStyle(el).getPropertyValue(name).trim().slice(0, 40)).find(Boolean) ?? "";
  const fonts = {};
  for (const level of ["h1", "h2", "h3", "h4"]) fonts[level] = fontOf(main, level);
  fonts.p = fontOf(main, "p, li") ?? (first(main, "p, div") && font(first(main, "p, div")));
  fonts.meta = fontOf(main, "time, [class*=blog-meta], [class*=Blog-meta], .entry-meta span, .post-meta span");
  const article = first(main, ".blog-item-content", ".BlogItem .sqs-layout", "article .entry-content", "article .gh-content", "article.hentry");
  const picture = all(main, ".sqs-block-image img, figure img, article img").filter(seen);
  return {
    width: innerWidth,
    bare: getComputedStyle(body).marginLeft === "8px" && /^"?times/i.test(getComputedStyle(body).fontFamily),
    hasSections: Boolean(main.querySelector("section.page-section")), ground: ground(body), text: color(getComputedStyle(body).color),
    maxWidth: own("--sqs-site-max-width"), gutter: own("--sqs-site-gutter"), narrowGutter: own("--sqs-mobile-site-gutter"),
    fonts, button: buttonOf(main), bands: bands.map(bandOf), head: headOf(),
    foot: foot ? { ...colorsOf(foot), theme: (foot.querySelector("[data-section-theme]")?.dataset.sectionTheme ?? "").slice(0, 60), font: fontOf(foot, "p, li, a") } : null,
    products: listOf(".product-list-item, .list-grid .grid-item, .ProductList-item, #productList .product, .products.collection-content-wrapper .grid-item, ul.products > li.product, .product-card"),
    posts: listOf(".blog-item, article.blog-basic-grid--container, .blog-list > article, .BlogList-item, [class*=blog] article.hentry, [class*=blog] article.entry, article.post, .post-feed > article"),
    column: article ? box(article).width : null,
    pictureRadius: picture.length ? radius(getComputedStyle(picture[0]), picture[0]) : null,
    probes: themes.slice(0, 40).map(probe),
  };
})
