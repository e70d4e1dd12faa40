// A chat: the bio is said in a bubble, and links are soft enough to squeeze.
export const bubble = `
:root{--width:31rem;--shadow:inset 0 -.3rem 0 #0002,inset 0 .15rem 0 #ffffff4d,0 .5rem 1.25rem color-mix(in srgb,var(--button) 28%,transparent)}
.a-left header{flex-direction:row;gap:1.1rem}
.a-right header{flex-direction:row-reverse;align-items:start;gap:1.1rem}
.a-left header>div,.a-right header>div{align-self:center}
.avatar{inline-size:5.5rem;block-size:5.5rem;border:.3rem solid var(--surface);box-shadow:0 .35rem 1rem color-mix(in srgb,var(--button) 25%,transparent)}
h1{font-size:clamp(1.6rem,1.35rem + 1.3vw,2.1rem);font-weight:900;letter-spacing:-.02em}
.bio{inline-size:fit-content;padding:.8rem 1.1rem;background:var(--surface);color:var(--text);border-radius:1.4rem;font-weight:600}
.a-left .bio{border-start-start-radius:.25rem}
.a-right .bio{border-start-end-radius:.25rem;margin-inline-start:auto}
.a-center .bio{margin-inline:auto}
.panelled .bio{border:1px solid var(--line)}
.b h2{font-weight:900}
.btn{min-block-size:3.9rem;font-weight:800;font-size:1.0625rem}
.btn:hover{transform:scale(1.015)}
.btn:active{transform:translateY(.15rem)}
`.trim();
