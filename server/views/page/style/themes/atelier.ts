// Two halves: a coloured wall with the name on it, and a room with the work. On a phone the wall comes first.
export const atelier = `
:root{--width:34rem}
main{padding-block-start:0}
header{margin-inline:calc(50% - 50vw);padding:clamp(2.5rem,12vw,4rem) max(1.5rem,50vw - 50%) 2rem;background:var(--button);color:var(--button-text)}
.on-picture header{background:none;color:inherit}
.panelled main{overflow:clip}
.panelled header{margin-inline:calc(-1*var(--pad));padding-inline:var(--pad)}
.avatar{border-radius:var(--radius-small);inline-size:7rem;block-size:8.5rem}
h1{font-size:clamp(2.5rem,1.8rem + 4vw,4.25rem);font-weight:500;line-height:1;letter-spacing:-.035em}
h1.long{font-size:clamp(1.75rem,1.3rem + 2vw,2.75rem)}
.bio{margin-block-start:1rem;color:inherit;font-size:1.125rem}
header a{color:inherit}
header :focus-visible{outline-color:currentColor}
.b h2{font-weight:500}
.b>h2{font-size:1.5rem}
.btn{font-weight:500;font-size:1.0625rem}
a.btn{justify-content:start;text-align:start;padding-inline:1.5rem}
a.btn::after{content:"⟶" / "";margin-inline-start:auto;transition:transform .2s}
[dir=rtl] a.btn::after{transform:scaleX(-1)}
a.btn:hover::after{transform:translateX(.3rem)}
@media (min-width:60rem){:root{--width:72rem}
main{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,3fr);max-inline-size:none;padding:0}
main>*{grid-column:2;inline-size:calc(100% - 4rem);max-inline-size:36rem;margin-inline:auto}
main>header+*{margin-block-start:6rem}
:root header{grid-area:1/1/span 200;position:sticky;inset-block-start:0;align-self:start;inline-size:auto;max-inline-size:none;min-block-size:100vh;margin:0;padding:4rem clamp(2rem,4vw,4.5rem);justify-content:flex-end}
body>footer{margin-inline-start:40%}}
`.trim();
