/** Colors of Fluent UI's web themes; those of severities are the report's, and lighter ones in the dark. */
const lightColors = `--canvas:#f5f5f5;--paper:#fff;--text:#242424;--quiet:#5c5c5c;--line:#e0e0e0;--track:#e6e6e6;--link:#0f548c;--code:#f0f0f0;--note:#fff9f5;--note-edge:#bc4b09;
--critical:#8e0b18;--high:#b3290f;--medium:#8a5700;--low:#0f5ba6;--info:#5c5c5c;--pass:#0b6a0b;--fail:#b10e1c;--warn:#8a5700`;
const darkColors = `--canvas:#141414;--paper:#1f1f1f;--text:#fff;--quiet:#c2c2c2;--line:#424242;--track:#3d3d3d;--link:#62abf5;--code:#2e2e2e;--note:#2b1d10;--note-edge:#f7945e;
--critical:#ff99a4;--high:#ffb08a;--medium:#f2c661;--low:#8cc4ff;--info:#c2c2c2;--pass:#7fd67f;--fail:#ff99a4;--warn:#f2c661`;

/** All that the page looks like. The document names this text by its hash and allows no other. */
export const styles = `
:root{color-scheme:light dark;${lightColors}}
@media (prefers-color-scheme:dark){:root{${darkColors}}}
*{box-sizing:border-box}
html{scroll-padding-top:16px;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--canvas);color:var(--text);font:15px/1.5 "Segoe UI Variable Text","Segoe UI",system-ui,-apple-system,Roboto,"Noto Sans",sans-serif;overflow-wrap:anywhere}
a{color:var(--link)}
a:focus-visible,summary:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:4px}
.page{max-width:960px;margin:0 auto;padding:24px 16px 48px;display:grid;gap:16px;grid-template-columns:minmax(0,1fr)}
.page-main{display:grid;gap:16px;grid-template-columns:minmax(0,1fr)}
.skip{position:absolute;left:-9999px}
.skip:focus{left:16px;top:16px;background:var(--paper);padding:8px 12px;border-radius:4px}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.top,section,nav,footer{background:var(--paper);border:1px solid var(--line);border-radius:8px;padding:20px 24px}
footer,nav{padding:12px 24px}
h1{font-size:28px;line-height:1.25;margin:0 0 4px;font-weight:600}
h2{font-size:20px;line-height:1.3;margin:0 0 8px;font-weight:600}
h3{font-size:16px;line-height:1.35;margin:16px 0 6px;font-weight:600}
h4{font-size:15px;margin:16px 0 4px;font-weight:600}
p{margin:0 0 8px;max-width:76ch}
ul,ol{margin:0 0 8px;padding-inline-start:22px}
li{margin:2px 0}
.plain,.works,.categories,nav ul,.inline{list-style:none;padding:0}
nav ul{display:flex;flex-wrap:wrap;gap:4px 20px;margin:0}
.product{color:var(--quiet);margin:0 0 4px}
.quiet,.label{color:var(--quiet)}
.facts{color:var(--quiet);display:flex;flex-wrap:wrap;gap:0 20px;max-width:none}
.notice{background:var(--note);border-inline-start:3px solid var(--note-edge);padding:8px 12px;max-width:none;margin:12px 0 0}
.summary{display:grid;grid-template-columns:170px minmax(0,1fr);gap:24px;align-items:center;margin-top:16px}
.score{text-align:center}
.state{margin:4px 0 0}
.ring{width:136px;height:136px;display:block;margin:0 auto}
.ring circle{fill:none;stroke-width:10}
.ring-track{stroke:var(--track)}
.ring .ring-none{stroke:var(--quiet);stroke-width:2;stroke-dasharray:4 5}
.ring text{text-anchor:middle;fill:var(--text)}
.ring-figure{font-size:32px;font-weight:600}
.ring text.ring-note{font-size:12px;fill:var(--quiet)}
.ring-arc.health-OK{stroke:var(--pass)}.ring-arc.health-Warning{stroke:var(--warn)}.ring-arc.health-Critical{stroke:var(--fail)}.ring-arc.health-Unknown{stroke:var(--quiet)}
.state.health-OK strong{color:var(--pass)}.state.health-Warning strong{color:var(--warn)}.state.health-Critical strong{color:var(--fail)}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:16px;margin:0}
.tiles dt{color:var(--quiet);font-size:13px}
.tiles dd{margin:0}
.tiles strong{display:block;font-size:24px;line-height:1.25;font-weight:600}
.tiles span{color:var(--quiet);font-size:13px}
.categories li{display:grid;grid-template-columns:minmax(0,15em) minmax(60px,1fr) 6.5em minmax(0,17em);gap:4px 16px;align-items:center;padding:6px 0;border-top:1px solid var(--line);margin:0}
.categories li:first-child{border-top:0}
.bar{width:100%;height:6px;border-radius:3px;display:block}
.bar-track{fill:var(--track)}.bar-pass{fill:var(--pass)}.bar-warning{fill:var(--warn)}.bar-fail{fill:var(--fail)}.bar-unknown{fill:var(--quiet)}
table{border-collapse:collapse;width:100%;margin:8px 0}
caption{text-align:start;font-weight:600;padding:4px 0}
th{text-align:start;font-weight:600;color:var(--quiet);font-size:13px}
th,td{padding:6px 12px 6px 0;border-bottom:1px solid var(--line);vertical-align:top}
td:last-child,th:last-child{padding-right:0}
section>table tbody tr:last-child td{border-bottom:0}
.result,.control{white-space:nowrap;font-weight:600;overflow-wrap:normal}
.is-pass,.is-control-met,.is-control-supported{color:var(--pass)}.is-fail,.is-control-notMet{color:var(--fail)}.is-warning,.is-control-partlyMet{color:var(--warn)}
.is-notLicensed,.is-notPermitted,.is-couldNotCheck,.is-notOffered,.is-notApplicable,.is-control-couldNotJudge,.is-control-notApplicable{color:var(--quiet)}
.mark{display:inline-block;border:1px solid currentColor;border-radius:4px;padding:0 6px;font-size:12px;font-weight:600;line-height:18px;white-space:nowrap}
.sev-critical{color:var(--critical)}.sev-high{color:var(--high)}.sev-medium{color:var(--medium)}.sev-low{color:var(--low)}.sev-info{color:var(--info)}
summary{cursor:pointer;padding:8px 0}
details>summary::marker{color:var(--quiet)}
section>details{border-top:1px solid var(--line)}
.card{border:1px solid var(--line);border-inline-start:3px solid;border-radius:6px;padding:0 14px;margin:0 0 8px}
section>details.card{border-top:1px solid var(--line)}
.edge-critical{border-inline-start-color:var(--critical)}.edge-high{border-inline-start-color:var(--high)}.edge-medium{border-inline-start-color:var(--medium)}.edge-low{border-inline-start-color:var(--low)}.edge-info{border-inline-start-color:var(--info)}
.card summary>.quiet{display:block;font-size:13px;padding-inline-start:16px}
.card summary>.title strong{font-weight:600;margin-inline-start:4px}
.said{margin:0 0 12px;display:grid;gap:8px}
.said>div{display:grid;grid-template-columns:110px minmax(0,1fr);gap:12px}
.said dt{font-weight:600;color:var(--quiet);font-size:13px;padding-top:2px}
.said dd{margin:0}
.said ul{padding-inline-start:18px;margin:0}
.said ul.inline{padding:0;display:flex;flex-wrap:wrap;gap:0 16px}
.advice{white-space:pre-line}
.works{counter-reset:work}
.works ul{list-style:disc}
.work{border-top:1px solid var(--line);padding:12px 0 4px;margin:0}
.work:first-child{border-top:0}
.work h3{margin:0 0 4px}
.work h3::before{counter-increment:work;content:counter(work) ". "}
.article>:not(summary){margin-inline-start:16px}
.article>ul,.article>ol{margin-inline-start:16px}
code,pre{font:13px/1.5 "Cascadia Code",Consolas,"Liberation Mono",monospace;background:var(--code);border-radius:4px}
code{padding:1px 4px}
pre{padding:12px;white-space:pre-wrap}
pre code{padding:0;background:none}
blockquote{margin:0 0 8px 16px;padding-inline-start:12px;border-inline-start:3px solid var(--line)}
:target{outline:2px solid var(--link);outline-offset:4px;border-radius:4px}
@media (max-width:640px){
.page{padding:8px 8px 32px;gap:8px}
.page-main{gap:8px}
.top,section,nav,footer{padding:16px}
.summary{grid-template-columns:minmax(0,1fr)}
.tiles{grid-template-columns:repeat(2,minmax(0,1fr))}
.categories li{grid-template-columns:minmax(0,1fr) auto}
.categories .bar,.categories .quiet{grid-column:1/-1}
.categories strong{order:-1}
.categories .name{order:-2}
.said>div{grid-template-columns:minmax(0,1fr);gap:0}
.card summary>.quiet{padding-inline-start:0}
td .result,.control{white-space:normal}
}
@media (forced-colors:active){.bar-track{fill:Canvas}.bar rect:last-child{fill:CanvasText}.ring-track{stroke:GrayText}.ring .ring-arc{stroke:CanvasText}.ring text,.ring text.ring-note{fill:CanvasText}}
@media print{
:root{color-scheme:light;${lightColors};--canvas:#fff}
@page{margin:16mm 14mm}
body{font-size:9pt;line-height:1.4}
.page{max-width:none;padding:0;gap:0;display:block}
.page-main{display:block}
nav,.skip{display:none}
.top,section,footer{border:0;padding:0 0 12pt;border-radius:0}
h1{font-size:20pt}h2{font-size:14pt;margin-top:12pt}h3{font-size:11pt}
h2,h3,h4,summary,caption,section>h2+p{break-after:avoid}
tr,li,summary,.work,.said>div,.notice{break-inside:avoid}
.repeated{display:none}
.article{display:none}
details::details-content{content-visibility:visible;display:block;block-size:auto}
summary{list-style:none;padding:4pt 0}
.said{gap:3pt}
.work{padding:6pt 0 0}
.work ul{columns:2}
th,td{padding-top:2pt;padding-bottom:2pt}
.works,.card{print-color-adjust:exact;-webkit-print-color-adjust:exact}
.bar,.ring{print-color-adjust:exact;-webkit-print-color-adjust:exact}
a{color:inherit;text-decoration:none}
}
`;
