// Type as loud as it goes: the name across the page, links as numbered slabs without a gap.
export const poster = `
:root{--width:44rem;--gap:2.25rem}
main{padding-block-start:clamp(1.5rem,5vw,3.5rem)}
header{flex-flow:row wrap;justify-content:start;gap:1.25rem}
:root header{align-items:center}
.a-right header{flex-direction:row-reverse}
.a-center header{justify-content:center}
header>div{display:contents}
h1{order:-1;flex:1 0 100%;font-size:clamp(2.75rem,.6rem + 11vw,6.75rem);font-weight:400;line-height:.88;letter-spacing:-.045em;text-transform:uppercase;text-wrap:wrap}
h1.long{font-size:clamp(2rem,.9rem + 5.2vw,4rem)}
.avatar{inline-size:4.5rem;block-size:4.5rem;border-radius:0}
.me{margin-block-start:0}
.bio{flex:1 1 12rem;margin:0;color:var(--text);font-weight:500;font-size:1.125rem;line-height:1.4}
.b>h2{font-size:1.5rem}
.b h2{font-weight:400;text-transform:uppercase;letter-spacing:-.03em}
.b-links{counter-reset:slab}
.b>.stack,.b>.thumbnails{gap:max(3px,min(.6rem,var(--radius)))}
.btn.hot{outline-offset:-6px;outline-color:var(--button-text)}
a.btn{justify-content:start;min-block-size:4.5rem;padding:1rem 1.25rem;text-align:start;font-size:1.1875rem;font-weight:700;letter-spacing:-.01em}
:is(.stack,.thumbnails) a.btn{counter-increment:slab}
:is(.stack,.thumbnails) a.btn::before{content:counter(slab,decimal-leading-zero) / "";font:400 .875rem/1 var(--font-display);opacity:.75;min-inline-size:1.6rem}
.btn:hover{background:var(--button-text);color:var(--button)}
`.trim();
