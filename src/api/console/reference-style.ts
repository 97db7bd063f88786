/** The look of /docs: the console's colours and forms (app/globals.css) without its program. */
export const referenceStyle = `:root{color-scheme:light dark;--canvas:light-dark(#fbfbfa,#0d0e0e);--surface:light-dark(#fff,#141515);
--sunken:light-dark(#f5f5f3,#111212);--hover:light-dark(#f1f1ee,#1b1c1c);--line:light-dark(#e5e4e0,#262828);--line-strong:light-dark(#d3d2cc,#373a3a);
--ink:light-dark(#1a1a17,#ededea);--soft:light-dark(#5c5b55,#a2a39f);--accent:light-dark(#0b6b50,#5fd0a5);--wash:light-dark(#e6f3ee,#12261f);
--good:light-dark(#0a6a4b,#4cc894);--warn:light-dark(#86500a,#e0a652);--bad:light-dark(#b3261e,#f2867d);
--shadow:0 1px 2px rgb(0 0 0/.06),0 12px 32px -8px rgb(0 0 0/.22)}
:root[data-theme=light]{color-scheme:light}:root[data-theme=dark]{color-scheme:dark}
*{box-sizing:border-box}[hidden]{display:none!important}
html{scroll-padding-top:4.5rem}
body{margin:0;background:var(--canvas);color:var(--ink);-webkit-font-smoothing:antialiased;
font:15px/1.6 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
.skip{position:absolute;left:-999px}.skip:focus{left:1rem;top:.5rem;z-index:9;background:var(--surface);padding:.4rem .8rem}
header{position:sticky;top:0;z-index:5;display:flex;align-items:center;gap:1rem;height:3.5rem;padding:0 1.25rem;background:var(--canvas);border-bottom:1px solid var(--line)}
header .home{display:flex;align-items:center;gap:.6rem;font-weight:600;letter-spacing:-.01em;color:var(--ink);text-decoration:none}
header .home span{color:var(--soft);font-weight:500}header .console{margin-left:auto;font-size:14px;color:var(--soft);text-decoration:none}
header .console:hover{color:var(--ink)}
#search{position:relative;flex:1;max-width:30rem;margin-left:1rem}
#search kbd{position:absolute;right:.6rem;top:.45rem;padding:0 .35rem;border:1px solid var(--line);border-radius:4px;color:var(--soft);font:12px/1.4 inherit}
#search:focus-within kbd{display:none}
input,textarea{width:100%;height:2.25rem;padding:0 .75rem;border:1px solid var(--line-strong);border-radius:8px;background:var(--surface);color:var(--ink);font:inherit;font-size:14px}
textarea{height:auto;padding:.6rem .75rem;font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;resize:vertical}
input::placeholder{color:var(--soft)}
#found{position:absolute;left:0;right:0;top:2.6rem;max-height:min(30rem,70vh);overflow:auto;margin:0;padding:.35rem;list-style:none;background:var(--surface);border:1px solid var(--line);border-radius:12px;box-shadow:var(--shadow)}
#found li{cursor:pointer;display:grid;grid-template-columns:1fr auto;gap:0 .75rem;padding:.45rem .6rem;border-radius:8px;color:var(--ink);text-decoration:none;font-size:14px;line-height:1.4}
#found b{font-weight:500}#found small{color:var(--soft)}#found span{grid-column:1/-1;color:var(--soft);font-size:13px;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
#found [aria-selected=true],#found li:hover{background:var(--wash)}
#search [role=status]{position:absolute;left:-999px;margin:0}#search [role=status].visible{left:0;right:0;top:2.6rem;padding:.6rem .9rem;background:var(--surface);border:1px solid var(--line);border-radius:12px;color:var(--soft);font-size:14px}
.columns{display:grid;grid-template-columns:15rem minmax(0,1fr);max-width:80rem;margin:0 auto}
.side{position:sticky;top:3.5rem;height:calc(100vh - 3.5rem);overflow:auto;padding:1.25rem .75rem 3rem 1.25rem}
.menu{display:none}
nav{font-size:14px;line-height:1.4}nav a{display:block;padding:.3rem .6rem;border-radius:6px;color:var(--soft);text-decoration:none}
nav a:hover{color:var(--ink);background:var(--hover)}nav a[aria-current]{background:var(--wash);color:var(--accent);font-weight:500}
nav summary{padding:.3rem .6rem;margin-top:.75rem;font-size:12px;font-weight:600;color:var(--ink);cursor:pointer;border-radius:6px}
main{min-width:0;max-width:54rem;padding:1.75rem 2rem 6rem}main:focus{outline:0}
a{color:var(--accent);text-underline-offset:3px}:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
h1{font-size:1.75rem;line-height:1.2;letter-spacing:-.02em;margin:.25rem 0 .75rem;text-wrap:balance}h1.part{margin-top:3rem;font-size:1.35rem}
h2{font-size:1.15rem;letter-spacing:-.01em;margin:0 0 .4rem}h3{font-size:.9rem;margin:1.2rem 0 .4rem}h3 small{font-weight:400;color:var(--soft)}
.prose h2{margin:2.25rem 0 .5rem}.prose h3{font-size:1rem;margin:1.5rem 0 .4rem}.prose li{margin:.25rem 0}.lead{font-size:1.05rem;color:var(--soft)}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr));gap:.75rem;padding:0;margin:1.25rem 0;list-style:none}
.cards a{display:block;height:100%;padding:.9rem 1rem;background:var(--surface);border:1px solid var(--line);border-radius:12px;color:var(--ink);text-decoration:none}
.cards a:hover{border-color:var(--line-strong);background:var(--hover)}.cards small{display:block;color:var(--soft)}.cards b{font-weight:500}
section{margin-top:2.25rem;padding-top:1.75rem;border-top:1px solid var(--line)}
code,pre{font:13px/1.55 ui-monospace,SFMono-Regular,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace}
code{overflow-wrap:anywhere}.prose :not(pre)>code{padding:.1rem .3rem;background:var(--sunken);border-radius:4px}
pre{overflow:auto;padding:.85rem 1rem;background:var(--sunken);border:1px solid var(--line);border-radius:10px}pre code{overflow-wrap:normal}
.table{overflow:auto;margin:1rem 0;border:1px solid var(--line);border-radius:10px}table{border-collapse:collapse;width:100%;font-size:14px}
th,td{padding:.45rem .75rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--line);min-width:7rem}th{background:var(--sunken);font-weight:500}tr:last-child td{border-bottom:0}
blockquote{margin:1rem 0;padding:.1rem 1rem;border-left:3px solid var(--line-strong);color:var(--soft)}
ul,ol{padding-left:1.3rem}.fields,.operations{list-style:none;padding-left:0}.operations li{margin:.25rem 0}
.fields>li{padding:.45rem 0;border-top:1px solid var(--line)}.fields .fields{margin:.4rem 0 0 .9rem}
.name{font-weight:600}.type{color:var(--soft);font-size:13px;overflow-wrap:anywhere}.required{color:var(--warn);font-size:12px;font-weight:500}
.get{color:var(--accent)}.post,.put,.patch{color:var(--warn)}.delete{color:var(--bad)}
.response{margin:.5rem 0}.response p,.response ul{margin:.2rem 0}summary{cursor:pointer}
.try{margin:.75rem 0;padding:.6rem 1rem;border:1px solid var(--line);border-radius:10px;background:var(--surface)}.try>summary{font-weight:500}
.try form{display:grid;grid-template-columns:minmax(0,1fr);gap:.75rem}.try output{min-width:0}.try label{display:grid;gap:.25rem;font-size:13px;font-weight:500}.try small{display:inline;color:var(--soft);font-weight:400}.who{margin:.5rem 0;color:var(--soft);font-size:14px}
button{height:2.25rem;padding:0 .9rem;border:1px solid var(--line-strong);border-radius:8px;background:var(--surface);color:var(--ink);font:inherit;font-size:14px;font-weight:500;cursor:pointer;justify-self:start}
button.primary{background:var(--ink);border-color:var(--ink);color:var(--canvas)}output pre{max-height:26rem;margin:.4rem 0 0}output{font-size:14px}.good{color:var(--good)}.bad{color:var(--bad)}
dialog{width:min(28rem,calc(100vw - 2rem));padding:1.25rem;border:1px solid var(--line);border-radius:12px;background:var(--surface);color:var(--ink);box-shadow:var(--shadow)}dialog::backdrop{background:rgb(0 0 0/.4)}
dialog div{display:flex;justify-content:flex-end;gap:.5rem;margin-top:1rem}
@media(max-width:52rem){.columns{display:block}.side{display:none}.menu{display:block;padding:.5rem 1.25rem;border-bottom:1px solid var(--line)}.menu>summary{padding:.25rem 0;font-weight:500}
header{gap:.75rem;padding:0 1rem}header .home span,header .console,#search kbd{display:none}#search{margin-left:auto}main{padding:1.25rem 1.25rem 4rem}}`;
