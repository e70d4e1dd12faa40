// The look of the home page: the dashboard's colours and type, light and dark, from the phone up.
import { findFont, fontPath } from '../../../contract/page/fonts.ts';

const display = findFont('bricolage-grotesque')!;

/** For a preload: the headline is set in it. */
export const displayFontPath = fontPath(display, 'latin');

export const homeStyle = `
@font-face{font-family:"Bricolage Grotesque";src:url(${displayFontPath}) format("woff2");font-weight:200 800;font-display:swap}
@font-face{font-family:"Bricolage stand-in";src:local("Arial"),local("Liberation Sans"),local("Roboto");size-adjust:${display.files!.width}%}
:root{color-scheme:light dark;--canvas:#f5f6f3;--surface:#fff;--text:#17211c;--muted:#56635c;--edge:#7c8a82;--line:#dfe3dd;--accent:#1f5b41;--on-accent:#fff;--stage:#1f5b41;--stage-text:#eaf5ee;--glow:#3f8f6a;--tint:#e3eee7}
@media(prefers-color-scheme:dark){:root{--canvas:#0f1512;--surface:#171f1b;--text:#e9efeb;--muted:#9faca4;--edge:#6f7e76;--line:#29332e;--accent:#72d2a0;--on-accent:#0f1512;--stage:#16382a;--stage-text:#d9ecdf;--glow:#2c6a4d;--tint:#1d2c25}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--canvas);color:var(--text);font:1rem/1.5 system-ui,sans-serif}
h1,h2,h3,.brand{font-family:"Bricolage Grotesque","Bricolage stand-in",system-ui,sans-serif;letter-spacing:-.02em;text-wrap:balance}
h1,h2,h3,p,figure,ul{margin:0}
a{color:inherit}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px;border-radius:6px}
.wide{width:100%;max-width:72rem;margin-inline:auto;padding-inline:1.25rem}
.skip{position:absolute;inset-inline-start:-100vw;padding:.75rem 1rem;background:var(--surface)}
.skip:focus{inset-inline-start:.5rem;top:.5rem;z-index:1}

.bar{display:flex;align-items:center;gap:.5rem;padding-block:1rem}
.brand{display:flex;align-items:center;gap:.625rem;margin-inline-end:auto;font-size:1.25rem;font-weight:700;text-decoration:none}
.brand svg{width:2rem;height:2rem;border-radius:9px}
.bar a:not(.brand){display:inline-flex;align-items:center;min-height:2.75rem;padding-inline:.875rem;border-radius:10px;font-weight:600;text-decoration:none}
.bar a:not(.brand):hover{background:var(--tint)}
.bar .sign-in{border:1px solid var(--edge)}
.bar a.docs{display:none}

.hero{display:grid;grid-template-columns:minmax(0,1fr);gap:2.5rem;padding-block:1.5rem 3rem}
.hero h1{font-size:clamp(2.5rem,11vw,4.25rem);line-height:1.02;font-weight:800;letter-spacing:-.035em}
.lead{max-width:34rem;margin-top:1.25rem;color:var(--muted);font-size:1.125rem;text-wrap:pretty}
.claim{margin-top:1.75rem;max-width:32rem}
.claim label{display:block;margin-bottom:.5rem;font-weight:600}
.claim-row{display:grid;grid-template-columns:minmax(0,1fr);gap:.75rem}
.address{display:flex;align-items:center;min-height:3.5rem;padding-inline:1rem;border:1px solid var(--edge);border-radius:10px;background:var(--surface);cursor:text}
.address:focus-within{outline:3px solid var(--accent);outline-offset:2px}
.address span{flex:none;max-width:60%;overflow:hidden;color:var(--muted);text-overflow:ellipsis;white-space:nowrap}
.address input{flex:1;min-width:0;min-height:3.25rem;padding:0;border:0;background:none;color:inherit;font:inherit;font-weight:600}
.address input:focus{outline:0}
.address input::placeholder{color:var(--muted);font-weight:400;opacity:1}
.go{display:inline-flex;align-items:center;justify-content:center;min-height:3.5rem;padding-inline:1.5rem;border:0;border-radius:10px;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:700;text-decoration:none;white-space:nowrap;cursor:pointer}
.go:hover{filter:brightness(1.08)}
.already{margin-top:1rem;color:var(--muted)}
.already a{display:inline-block;padding-block:.25rem;color:var(--text);font-weight:600}

.stage{position:relative;display:grid;justify-items:center;gap:1.25rem;padding:2.5rem 1rem 1.75rem;border-radius:24px;background:radial-gradient(circle at 70% 15%,var(--glow),transparent 60%) var(--stage);color:var(--stage-text);overflow:hidden}
.phone{width:300px;height:612px;padding:9px;border-radius:46px;background:#0b0f0d;box-shadow:0 0 0 1px #ffffff26,0 30px 60px -20px #000a}
.screen{position:relative;direction:ltr;width:282px;height:594px;border-radius:37px;overflow:hidden;background:#fff}
.screen iframe{display:block;width:390px;height:822px;border:0;transform:scale(.72308);transform-origin:0 0}
.stage figcaption{text-align:center;font-size:.875rem}
.stage figcaption a{font-weight:600}
.stage figcaption a::after{content:"";position:absolute;inset:0}
.stage:has(a:hover) .phone{transform:translateY(-4px)}
.scan{display:none}

.drawn{display:flex;flex-direction:column;align-items:center;height:100%;padding:3rem 1.25rem;background:linear-gradient(160deg,#f3efe4,#dfe9e2)}
.drawn i{display:block;border-radius:12px;background:#1f5b41}
.drawn .face{width:84px;height:84px;border-radius:50%}
.drawn .name{width:120px;height:16px;margin-top:1rem;border-radius:8px;background:#17211c}
.drawn .bio{width:170px;height:10px;margin:.625rem 0 1.5rem;border-radius:5px;background:#56635c88}
.drawn .link{width:100%;height:48px;margin-bottom:.75rem}
.drawn .picture{width:100%;height:120px;margin-bottom:.75rem;background:#e5b35c}

.reasons{display:grid;gap:1rem;padding-block:1rem 4rem}
.reasons h2{font-size:clamp(1.75rem,6vw,2.5rem);line-height:1.1;font-weight:750}
.reasons ul{display:grid;gap:1rem;padding:0;list-style:none}
.reasons li{padding:1.5rem;border:1px solid var(--line);border-radius:16px;background:var(--surface)}
.reasons svg{display:block;width:2.75rem;height:2.75rem;padding:.625rem;border-radius:12px;background:var(--tint);color:var(--accent)}
.reasons h3{margin-top:1rem;font-size:1.25rem;line-height:1.2;font-weight:700}
.reasons li p{margin-top:.5rem;color:var(--muted);text-wrap:pretty}

.foot{border-top:1px solid var(--line)}
.foot .wide{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;padding-block:1.25rem;color:var(--muted);font-size:.875rem}
.foot p{margin-inline-end:auto;padding-block:.5rem}
.foot a{display:inline-block;padding-block:.5rem}
.foot ul{display:flex;flex-wrap:wrap;gap:0 1.25rem;padding:0;list-style:none}
.foot nav.wide{padding-block-start:0}
.foot nav a{text-decoration:none}
.foot nav a:hover,.foot [aria-current]{text-decoration:underline;text-underline-offset:.25em}
.foot [aria-current]{color:var(--text);font-weight:600}
:is(h1,h2,h3):is(:lang(ar),:lang(ja)){letter-spacing:normal}
.hero h1:is(:lang(ar),:lang(ja)){line-height:1.25}
.hero h1:is(:lang(de),:lang(es),:lang(fr),:lang(pt),:lang(ja)){font-size:clamp(2.25rem,9vw,3.75rem);overflow-wrap:break-word}
:is(h1,h2,h3):lang(ja){word-break:auto-phrase}

@media(min-width:40rem){.bar a.docs{display:inline-flex}.claim-row{grid-template-columns:minmax(0,1fr) auto}.reasons ul{grid-template-columns:1fr 1fr}}
@media(min-width:60rem){
.wide{padding-inline:2rem}
.hero{grid-template-columns:minmax(0,1.1fr) minmax(0,1fr);align-items:center;gap:4rem;padding-block:2rem 5rem}
.stage{justify-items:end;padding:3rem 3rem 2rem}
.stage figcaption{width:300px}
.reasons ul{grid-template-columns:repeat(4,1fr)}
.reasons{gap:2rem;padding-bottom:6rem}
.scan{position:absolute;inset-inline-start:1rem;bottom:5.5rem;display:block;width:7rem;padding:.75rem;border-radius:16px;background:#fff;color:#17211c;font-size:.75rem;line-height:1.35;text-align:center;box-shadow:0 12px 30px -10px #0008}
.scan img{display:block;width:100%;height:auto;margin-bottom:.5rem}
}
@media(max-width:22.5rem){.phone{width:240px;height:490px;border-radius:38px}.screen{width:222px;height:472px;border-radius:29px}.screen iframe{height:830px;transform:scale(.56923)}}
@media(prefers-reduced-motion:no-preference){.phone{transition:transform .2s}}
`.trim();
