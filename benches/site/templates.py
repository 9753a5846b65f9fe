"""The templates of the measured site: ours, and the same in Hugo's language."""

LOGGIA = {
    "template.conf": '{"name": "Measure", "author": "", "layouts": {"default": {"name": "Default", "regions": ["site"]}}}\n',
    "site.region": """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{.section item}{title|html}{.or}{.if categoryFilter}{categoryFilter|html}{.or}{.if tagFilter}{tagFilter|html}{.or}{collection.title|html}{.end}{.end}{.end} — {website.siteTitle|html}</title>
<meta name="description" content="{.section item}{excerpt|htmltag}{.or}{website.siteDescription|htmltag}{.end}">
<link rel="canonical" href="{website.baseUrl}{url}">
<link rel="alternate" type="application/rss+xml" href="/items/feed.xml">
<meta property="og:title" content="{.section item}{title|htmltag}{.or}{.if categoryFilter}{categoryFilter|htmltag}{.or}{.if tagFilter}{tagFilter|htmltag}{.or}{collection.title|htmltag}{.end}{.end}{.end}">
{.section item.image}<meta property="og:image" content="{website.baseUrl}{url}">
{.end}<link rel="stylesheet" href="/assets/site.css">
</head>
<body>
{@|apply header.block}
<main>
{squarespace.main-content}
</main>
{@|apply footer.block}
<script src="/assets/site.js" defer></script>
</body>
</html>
""",
    "blocks/header.block": '<header class="site-header"><a class="brand" href="/">{website.siteTitle|html}</a>{@|apply menu.block}</header>',
    "blocks/menu.block": '<nav><ul>{.repeated section navigation.main}<li{.if active} class="active"{.end}><a href="{url}">{title|html}</a></li>{.end}</ul></nav>',
    "blocks/footer.block": '<footer class="site-footer"><p>&copy; 2026 {website.siteTitle|html}. Made by {author|html}.</p><ul><li><a href="/about/">About</a></li><li><a href="/contact/">Contact</a></li><li><a href="/items/feed.xml">Feed</a></li></ul></footer>',
    "blocks/card.block": """<article class="card"><a href="{fullUrl}/"><img src="{image.url}?format=500w" alt="{image.alt|htmltag}" loading="lazy"></a><h2><a href="{fullUrl}/">{title|html}</a></h2><time datetime="{publishOn|date %Y-%m-%dT%H:%M:%SZ}">{publishOn|date %B %d, %Y}</time>{.section product}<span class="price">${price}</span>{.end}<p>{excerpt|html}</p></article>
""",
    "blocks/pager.block": """<nav class="pager">{.if prevPageUrl}<a rel="prev" href="{prevPageUrl}/">Newer</a> {.end}<span>Page {page} of {pageCount}</span>{.if nextPageUrl} <a rel="next" href="{nextPageUrl}/">Older</a>{.end}</nav>""",
    "collections/home.list": "<h1>{website.siteTitle|html}</h1><p>{website.siteDescription|html}</p>\n",
    "collections/page.list": '<article class="page"><h1>{collection.title|html}</h1><div class="body">{collection.mainContent}</div></article>\n',
    "collections/terms.list": """<h1>{collection.title|html}</h1><ul class="terms">{.repeated section collection.terms}<li><a href="/items/tag/{name|slugify}/">{name|html}</a> ({count})</li>
{.end}</ul>
""",
    "collections/items.list": """<h1>{.if categoryFilter}{categoryFilter|html}{.or}{.if tagFilter}{tagFilter|html}{.or}{collection.title|html}{.end}{.end}</h1>
{.repeated section items}{@|apply card.block}{.end}{.section pagination}{@|apply pager.block}{.end}
""",
    "collections/items.item": """{.section item}<article class="item" id="item-{id}">
<header><h1>{title|html}</h1><p class="meta"><time datetime="{publishOn|date %Y-%m-%dT%H:%M:%SZ}">{publishOn|date %B %d, %Y}</time> by <span>{author.displayName|html}</span> in {.repeated section categories}<a href="/items/category/{@|slugify}/">{@|html}</a>{.end}</p></header>
{.section image}<figure><img src="{url}?format=1500w" srcset="{url}?format=100w 100w, {url}?format=300w 300w, {url}?format=500w 500w, {url}?format=750w 750w, {url}?format=1000w 1000w, {url}?format=1500w 1500w, {url}?format=2500w 2500w" sizes="100vw" width="{width}" height="{height}" alt="{alt|htmltag}" loading="lazy"></figure>{.end}
<div class="body">{body}</div>
{.section product}<section class="product"><p class="price">${price}</p>{.if onSale}<span class="sale">sale</span>{.end}
<table><thead><tr><th>SKU</th><th>Color</th><th>Size</th><th>Price</th><th>Stock</th></tr></thead><tbody>
{.repeated section variants}<tr><td>{sku}</td><td>{color}</td><td>{size}</td><td>${price}</td><td>{.if stock}{stock}{.or}sold out{.end}</td></tr>
{.end}</tbody></table>
<button class="add-to-cart" data-item="{id}">Add To Cart</button></section>
{.end}<ul class="tags">{.repeated section tags}<li><a href="/items/tag/{@|slugify}/">{@|html}</a></li>{.end}</ul>
</article>{.end}""",
    "pages/404.page": "<h1>Not found</h1>\n",
    "pages/404.page.conf": '{"title": "Not found"}\n',
}

HUGO = {
    "hugo.toml": """baseURL = "@BASE@/"
languageCode = "en"
title = "@TITLE@"
enableRobotsTXT = true
disableHugoGeneratorInject = true
[params]
description = "@DESCRIPTION@"
author = "@AUTHOR@"
[pagination]
pagerSize = 20
disableAliases = true
[taxonomies]
tag = "tags"
category = "categories"
[permalinks.term]
tags = "/items/tag/:slug/"
categories = "/items/category/:slug/"
[outputs]
home = ["HTML"]
section = ["HTML", "RSS"]
taxonomy = ["HTML"]
term = ["HTML"]
[outputFormats.RSS]
baseName = "feed"
[markup.goldmark.renderer]
unsafe = true
[markup.goldmark.parser]
autoHeadingID = false
""",
    "layouts/_default/baseof.html": """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
{{ $title := .Title }}{{ if eq .Kind "404" }}{{ $title = "Not found" }}{{ else if eq .Kind "term" }}{{ $title = .Data.Term }}{{ end }}<title>{{ $title }} — {{ site.Title }}</title>
<meta name="description" content="{{ with .Description }}{{ . }}{{ else }}{{ site.Params.description }}{{ end }}">
<link rel="canonical" href="{{ .Permalink }}">
<link rel="alternate" type="application/rss+xml" href="/items/feed.xml">
<meta property="og:title" content="{{ $title }}">
{{ with .Params.image }}<meta property="og:image" content="@BASE@{{ .url }}">
{{ end }}<link rel="stylesheet" href="/assets/site.css">
</head>
<body>
{{ partial "header.html" . }}
<main>
{{ block "main" . }}{{ end }}
</main>
{{ partial "footer.html" . }}
<script src="/assets/site.js" defer></script>
</body>
</html>
""",
    "layouts/partials/header.html": '<header class="site-header"><a class="brand" href="/">{{ site.Title }}</a>{{ partial "menu.html" . }}</header>',
    "layouts/partials/menu.html": '{{ $here := .RelPermalink }}<nav><ul>{{ range site.Menus.main }}<li{{ if or (eq .URL $here) (and (ne .URL "/") (hasPrefix $here .URL)) }} class="active"{{ end }}><a href="{{ .URL }}">{{ .Name }}</a></li>{{ end }}</ul></nav>',
    "layouts/partials/footer.html": '<footer class="site-footer"><p>&copy; 2026 {{ site.Title }}. Made by {{ site.Params.author }}.</p><ul><li><a href="/about/">About</a></li><li><a href="/contact/">Contact</a></li><li><a href="/items/feed.xml">Feed</a></li></ul></footer>',
    "layouts/partials/card.html": """<article class="card"><a href="{{ .RelPermalink }}"><img src="{{ .Params.image.url }}?format=500w" alt="{{ .Params.image.alt }}" loading="lazy"></a><h2><a href="{{ .RelPermalink }}">{{ .Title }}</a></h2><time datetime="{{ .Date.Format "2006-01-02T15:04:05Z" }}">{{ .Date.Format "January 02, 2006" }}</time>{{ with .Params.product }}<span class="price">${{ .price }}</span>{{ end }}<p>{{ .Description }}</p></article>
""",
    "layouts/partials/pager.html": '<nav class="pager">{{ with .Prev }}<a rel="prev" href="{{ .URL }}">Newer</a> {{ end }}<span>Page {{ .PageNumber }} of {{ .TotalPages }}</span>{{ with .Next }} <a rel="next" href="{{ .URL }}">Older</a>{{ end }}</nav>',
    "layouts/_default/single.html": '{{ define "main" }}<article class="page"><h1>{{ .Title }}</h1><div class="body">{{ .Content }}</div></article>{{ end }}\n',
    "layouts/items/single.html": """{{ define "main" }}<article class="item" id="item-{{ .Params.id }}">
<header><h1>{{ .Title }}</h1><p class="meta"><time datetime="{{ .Date.Format "2006-01-02T15:04:05Z" }}">{{ .Date.Format "January 02, 2006" }}</time> by <span>{{ .Params.author }}</span> in {{ range .Params.categories }}<a href="/items/category/{{ . | urlize }}/">{{ . }}</a>{{ end }}</p></header>
{{ with .Params.image }}{{ $url := .url }}<figure><img src="{{ $url }}?format=1500w" srcset="{{ $url }}?format=100w 100w, {{ $url }}?format=300w 300w, {{ $url }}?format=500w 500w, {{ $url }}?format=750w 750w, {{ $url }}?format=1000w 1000w, {{ $url }}?format=1500w 1500w, {{ $url }}?format=2500w 2500w" sizes="100vw" width="{{ .width }}" height="{{ .height }}" alt="{{ .alt }}" loading="lazy"></figure>{{ end }}
<div class="body">{{ .Content }}</div>
{{ with .Params.product }}<section class="product"><p class="price">${{ .price }}</p>{{ if .onsale }}<span class="sale">sale</span>{{ end }}
<table><thead><tr><th>SKU</th><th>Color</th><th>Size</th><th>Price</th><th>Stock</th></tr></thead><tbody>
{{ range .variants }}<tr><td>{{ .sku }}</td><td>{{ .color }}</td><td>{{ .size }}</td><td>${{ .price }}</td><td>{{ if eq .stock 0 }}sold out{{ else }}{{ .stock }}{{ end }}</td></tr>
{{ end }}</tbody></table>
<button class="add-to-cart" data-item="{{ $.Params.id }}">Add To Cart</button></section>
{{ end }}<ul class="tags">{{ range .Params.tags }}<li><a href="/items/tag/{{ . | urlize }}/">{{ . }}</a></li>{{ end }}</ul>
</article>{{ end }}
""",
    "layouts/_default/list.html": """{{ define "main" }}<h1>{{ if eq .Kind "term" }}{{ .Data.Term }}{{ else }}{{ .Title }}{{ end }}</h1>
{{ $pages := .Paginate .Pages 20 }}{{ range $pages.Pages }}{{ partial "card.html" . }}{{ end }}{{ partial "pager.html" $pages }}{{ end }}
""",
    "layouts/_default/terms.html": """{{ define "main" }}<h1>{{ .Title }}</h1><ul class="terms">{{ range .Data.Terms.Alphabetical }}<li><a href="/items/tag/{{ .Name | urlize }}/">{{ .Name }}</a> ({{ .Count }})</li>
{{ end }}</ul>{{ end }}
""",
    "layouts/index.html": '{{ define "main" }}<h1>{{ site.Title }}</h1><p>{{ site.Params.description }}</p>{{ end }}\n',
    "layouts/404.html": '{{ define "main" }}<h1>Not found</h1>{{ end }}\n',
    "layouts/robots.txt": "User-agent: *\nSitemap: @BASE@/sitemap.xml\n",
    "layouts/_default/rss.xml": """{{ printf "<?xml version=\\"1.0\\" encoding=\\"utf-8\\"?>" | safeHTML }}
<rss version="2.0"><channel>{{ $title := .Title }}{{ if eq .Kind "404" }}{{ $title = "Not found" }}{{ else if eq .Kind "term" }}{{ $title = .Data.Term }}{{ end }}<title>{{ $title }} — {{ site.Title }}</title><link>{{ .Permalink }}</link><description>{{ site.Params.description }}</description>
{{ range first 20 .Pages }}<item><title>{{ .Title }}</title><link>{{ .Permalink }}</link><guid isPermaLink="false">{{ .Params.id }}</guid><pubDate>{{ .Date.Format "Mon, 02 Jan 2006 15:04:05 +0000" }}</pubDate><category>{{ index .Params.categories 0 }}</category><description>{{ .Description }}</description><encoded>{{ .Content | html }}</encoded></item>
{{ end }}</channel></rss>
""",
    "content/_index.md": '+++\ntitle = "Home"\n+++\n',
    "content/tags/_index.md": '+++\ntitle = "Tags"\n+++\n',
}
