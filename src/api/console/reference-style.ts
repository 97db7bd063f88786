/** The look of the reference: the console's colours (app/globals.css) without its program. */
export const referenceStyle = `:root{color-scheme:light dark;--canvas:light-dark(#fbfbfa,#0d0e0e);--sunken:light-dark(#f5f5f3,#111212);
--line:light-dark(#e5e4e0,#262828);--ink:light-dark(#1a1a17,#ededea);--soft:light-dark(#5c5b55,#a2a39f);
--accent:light-dark(#0b6b50,#5fd0a5);--wash:light-dark(#e6f3ee,#12261f);--warn:light-dark(#86500a,#e0a652);--bad:light-dark(#b3261e,#f2867d)}
*{box-sizing:border-box}
body{margin:0;display:grid;grid-template-columns:14rem minmax(0,1fr);background:var(--canvas);color:var(--ink);
font:15px/1.55 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1rem .75rem;border-right:1px solid var(--line);font-size:14px}
nav a{display:block;padding:.3rem .6rem;border-radius:6px;color:var(--soft);text-decoration:none}
nav a:hover{color:var(--ink)}nav a[aria-current]{background:var(--wash);color:var(--accent)}nav .home{font-weight:600;color:var(--ink)}
main{max-width:56rem;padding:1.5rem 2rem 6rem}
a{color:var(--accent);text-underline-offset:3px}a:focus-visible,summary:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
h1{font-size:1.6rem;margin:.5rem 0}h2{font-size:1.15rem;margin:0 0 .4rem}h3{font-size:.9rem;margin:1.2rem 0 .4rem}
h3 small{font-weight:400;color:var(--soft)}
section{margin-top:2rem;padding-top:1.5rem;border-top:1px solid var(--line);scroll-margin-top:1rem}
code,pre{font:13px/1.5 ui-monospace,SFMono-Regular,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace}
code{overflow-wrap:anywhere}pre{overflow:auto;padding:.8rem 1rem;background:var(--sunken);border:1px solid var(--line);border-radius:8px}
pre code{overflow-wrap:normal}
ul{padding-left:1.2rem}.fields,.operations{list-style:none;padding-left:0}.operations li{margin:.25rem 0}
.fields>li{padding:.45rem 0;border-top:1px solid var(--line)}.fields .fields{margin:.4rem 0 0 .9rem}
.name{font-weight:600}.type{color:var(--soft);font-size:13px;overflow-wrap:anywhere}.required{color:var(--warn);font-size:12px;font-weight:500}
.get{color:var(--accent)}.post,.put,.patch{color:var(--warn)}.delete{color:var(--bad)}
.response{margin:.5rem 0}.response p,.response ul{margin:.2rem 0}summary{cursor:pointer}
@media(max-width:48rem){body{display:block}nav{position:static;height:auto;display:flex;overflow:auto;white-space:nowrap;border-right:0;border-bottom:1px solid var(--line)}
main{padding:1rem}}`;
