// The style of notices, light and dark; text has a contrast of at least 4.5 : 1 in both.

export const noticeStyle = `
:root{color-scheme:light dark;--ground:#f4f5fb;--glow:#e3e7fd;--ink:#171b26;--soft:#535c70;--accent:#3747c9;--on-accent:#fff;--post:#8b93ad;--lower:#c5cbf3;--line:#8189a0}
@media(prefers-color-scheme:dark){:root{--ground:#0f1219;--glow:#1c2346;--ink:#eceef5;--soft:#a9b2c6;--accent:#a9b5ff;--on-accent:#10142e;--post:#59627d;--lower:#39426f;--line:#6d7690}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;align-items:center;padding:1.5rem 1.25rem;background:radial-gradient(60rem 34rem at 50% 22%,var(--glow),transparent) var(--ground);color:var(--ink);font:1.0625rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"Noto Sans",sans-serif;text-align:center;overflow-wrap:anywhere}
main{flex:1;display:flex;flex-direction:column;align-items:center;justify-content:center;width:min(34rem,100%);padding-block:2rem}
svg{width:clamp(9rem,40vw,12.5rem);height:auto;margin-block-end:1.75rem}
.ground{fill:var(--ink);opacity:.08}.post{fill:var(--post)}.lower{fill:var(--lower)}.arm{fill:var(--accent)}
.tick{fill:none;stroke:var(--on-accent);stroke-width:7;stroke-linecap:round;stroke-linejoin:round}
text{fill:var(--on-accent);font-weight:750;font-size:28px;letter-spacing:.06em}
h1{margin:0;font-size:clamp(1.625rem,1.3rem + 1.6vw,2.25rem);line-height:1.2;letter-spacing:-.02em;text-wrap:balance}
p{margin:.75rem 0 0;color:var(--soft);text-wrap:pretty}
p :is(b,strong){color:var(--ink)}
.ways{display:flex;flex-wrap:wrap;justify-content:center;gap:.75rem;width:100%;margin-block-start:2rem}
.ways :is(a,button){display:inline-flex;align-items:center;justify-content:center;min-height:3rem;padding:.5rem 1.75rem;border:2px solid var(--accent);border-radius:1.5rem;font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
.go{background:var(--accent);color:var(--on-accent)}
.or{color:var(--accent)}
.ways :is(a,button):hover{text-decoration:underline;text-underline-offset:.2em}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px;border-radius:1.5rem}
@media(max-width:26rem){.ways :is(a,button){width:100%}}
footer{font-size:.875rem}
footer a{display:inline-block;padding:.5rem 1rem;color:var(--soft)}
`.trim();
