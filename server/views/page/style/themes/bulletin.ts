// A notice board in ink and one loud colour: thick edges, hard shadows, nothing centred.
export const bulletin = `
:root{--width:33rem;--shadow:.3rem .3rem 0 var(--border);--line:var(--border)}
header{gap:1rem;padding:1.25rem;background:var(--surface);border:3px solid var(--border);border-radius:var(--radius);box-shadow:.45rem .45rem 0 var(--border)}
.avatar{inline-size:6rem;block-size:6rem;border:3px solid var(--border);border-radius:var(--radius-small)}
h1{font-size:clamp(1.9rem,1.4rem + 2.8vw,2.75rem);font-weight:700;line-height:1;letter-spacing:-.03em;text-transform:uppercase}
.bio{font-weight:500}
.b>h2,.b-heading h2{display:inline-block;padding:.25rem .7rem;background:var(--text);color:var(--bg);font-weight:700}
.panelled .b>h2,.panelled .b-heading h2{color:var(--surface)}
form :is(input,textarea){background:var(--surface);border:3px solid var(--border)}
main .card{border-width:3px;box-shadow:var(--shadow)}
.btn{justify-content:start;border:3px solid var(--border);font-weight:700;text-align:start}
a.btn::after{content:"↗" / "";margin-inline-start:auto;font-size:1.25em;line-height:1}
[dir=rtl] a.btn::after{transform:scaleX(-1)}
:root:not(.own-buttons) button.btn{justify-content:center;background:var(--text);color:var(--surface)}
.btn:hover{transform:translate(.15rem,.15rem);box-shadow:.15rem .15rem 0 var(--border)}
@media (min-width:40rem){.a-left header{flex-direction:row;align-items:center;gap:1.5rem}.a-right header{flex-direction:row-reverse;align-items:center;gap:1.5rem}}
`.trim();
