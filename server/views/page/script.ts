// All the script of ours that a page may carry: at most 1,024 bytes if it needs every part. The page is complete without
// it. It stands in a block, so that its names meet no vendor's.
import { html } from '../html.ts';

export interface ScriptNeeds {
  /** Players that open on a click. */
  embeds: boolean;
  countdowns: boolean;
  /** Pixels lie in the page: `ask` first, or load them unless the browser says that its owner objects. */
  pixels: 'none' | 'load' | 'ask';
}

// A still becomes the player that it shows, on the spot. With a modifier key it stays a link to the provider's page.
const embeds = `
d.onclick=e=>{let f=q("player").content.firstChild.cloneNode(),a=e.target.closest(".embed");
if(a&&!(e.ctrlKey|e.metaKey|e.shiftKey)){Object.assign(f,a.dataset);a.replaceWith(f);f.focus();return!1}};`;

/** What a player is made of. It may run and open windows, and may not lead this page away. */
export const playerTemplate = html`<template id="player"><iframe title="Player" allow="autoplay; encrypted-media; fullscreen; picture-in-picture" sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms allow-presentation"></iframe></template>`;

// The server wrote the days; this counts the rest, second by second, and says what is to be said when the time has come.
const countdowns = `
for(let t of d.querySelectorAll("[data-until]")){let f=()=>{let s=(new Date(t.dataset.until)-new Date)/1e3;
t.textContent=s<0?t.dataset.done:[s/86400,s/3600%24,s/60%60,s%60].map((n,i)=>(n|0)+"dhms"[i]).join(" ")};f();setInterval(f,1e3)}`;

// Whoever told the browser not to be followed is neither followed nor asked.
const unlessObjected = `
let l=()=>d.body.append(q("held").content);
if(!n.globalPrivacyControl&&n.doNotTrack!=1)`;
const load = `${unlessObjected}l();`;

// The answer, 1 or 0, is kept by the browser and in no cookie; where it cannot be kept, the question comes back with the
// next visit. Taking a yes back starts the page afresh, without what was loaded.
const ask = `${unlessObjected}{let a=q("ask"),p=q("privacy"),k=a.dataset.key,s={},c;try{s=localStorage}catch{}
c=s[k];a.hidden=!!c;p.hidden=!c;+c&&l();p.onclick=()=>{a.hidden=0;a.querySelector("button").focus()};
a.onclick=e=>{let v=e.target.value;if(v){s[k]=v;a.hidden=1;p.hidden=0;p.focus({preventScroll:1});
+v?l():+c&&location.reload();c=v}}}`;

// While the page is looked at it says so twice a minute, and once when it is left: that is who is live. It tells nothing
// else, and nothing of it is counted.
const pulse = `
let b=x=>n.sendBeacon(location.pathname+"/pulse"+x);setInterval(()=>d.hidden||b(""),3e4);onpagehide=()=>b("?left");`;

export function pageScript({ embeds: hasEmbeds, countdowns: hasCountdowns, pixels }: ScriptNeeds): string {
  const parts = [pulse, hasEmbeds && embeds, hasCountdowns && countdowns, { none: '', load, ask }[pixels]];
  const script = `{let d=document,n=navigator,q=i=>d.getElementById(i);${parts.filter(Boolean).join('')}}`;
  return script.replaceAll('\n', '');
}
