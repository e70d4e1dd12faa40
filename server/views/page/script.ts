// Our own script of a page: at most 1,024 bytes with all parts. The page works without it. It is in a block scope, so
// that its names do not collide with those of vendors.
import type { I18n } from '../../i18n/index.ts';
import { type Html, html } from '../html.ts';

export interface ScriptNeeds {
  /** Players that open on a click. */
  embeds: boolean;
  /** Of blocks. */
  blocks: readonly string[];
  /** `ask` for consent first, or `load` pixels unless the browser sends DNT or GPC. */
  pixels: 'none' | 'load' | 'ask';
}

// Replaces a still with its player. With a modifier key it stays a link to the provider's page.
const embeds = `
d.onclick=e=>{let f=q("player").content.firstChild.cloneNode(),a=e.target.closest(".embed");
if(a&&!(e.ctrlKey|e.metaKey|e.shiftKey)){Object.assign(f,a.dataset);a.replaceWith(f);f.focus();return!1}};`;

/** The player's iframe. Its sandbox allows scripts and popups, but no navigation of this page. */
export function playerTemplate(i18n: I18n): Html {
  return html`<template id="player"><iframe title="${i18n.t('Player')}" allow="autoplay; encrypted-media; fullscreen; picture-in-picture" sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms allow-presentation"></iframe></template>`;
}

// With DNT or GPC, pixels do not load and the visitor is not asked.
const unlessObjected = `
let l=()=>d.body.append(q("held").content);
if(!n.globalPrivacyControl&&n.doNotTrack!=1)`;
const load = `${unlessObjected}l();`;

// The answer, 1 or 0, is in localStorage, not in a cookie. If it cannot be stored, the next visit asks again.
// Withdrawing consent reloads the page without pixels.
const ask = `${unlessObjected}{let a=q("ask"),p=q("privacy"),k=a.dataset.key,s={},c;try{s=localStorage}catch{}
c=s[k];a.hidden=!!c;p.hidden=!c;+c&&l();p.onclick=()=>{a.hidden=0;a.querySelector("button").focus()};
a.onclick=e=>{let v=e.target.value;if(v){s[k]=v;a.hidden=1;p.hidden=0;p.focus({preventScroll:1});
+v?l():+c&&location.reload();c=v}}}`;

// Heartbeat for the live list: twice a minute while the page is visible, and once when it is left. It carries no other
// data and is not counted.
const heartbeat = `
let b=x=>n.sendBeacon(location.pathname+"/pulse"+x);setInterval(()=>d.hidden||b(""),3e4);onpagehide=()=>b("?left");`;

export function pageScript({ embeds: hasEmbeds, blocks, pixels }: ScriptNeeds): string {
  const parts = [heartbeat, hasEmbeds && embeds, ...blocks, { none: '', load, ask }[pixels]];
  const script = `{let d=document,n=navigator,q=i=>d.getElementById(i);${parts.filter(Boolean).join('')}}`;
  return script.replaceAll('\n', '');
}
