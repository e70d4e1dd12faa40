// Links are the arms of a post, pointing one way and the other.
export const signpost = `
:root{--width:32rem}
body{background:radial-gradient(60rem 30rem at 50% -12rem,var(--surface),transparent),var(--bg)}
header{gap:1.25rem}
.avatar{inline-size:7rem;block-size:7rem;border:.3rem solid var(--surface);box-shadow:0 0 0 2px var(--button),0 .75rem 2rem color-mix(in srgb,var(--button) 25%,transparent)}
h1{font-size:clamp(2rem,1.6rem + 2vw,2.75rem);font-weight:700;letter-spacing:-.035em}
.bio{font-size:1.0625rem;max-inline-size:40ch}
.a-center .bio{margin-inline:auto}
a.btn{background:none;isolation:isolate;padding-inline:2.25rem;min-block-size:3.75rem}
a.btn::before{content:"";position:absolute;inset:0;z-index:-1;background:var(--button);border-radius:var(--radius) 0 0 var(--radius);clip-path:polygon(0 0,calc(100% - 1.25rem) 0,100% 50%,calc(100% - 1.25rem) 100%,0 100%)}
.btn.hot:not(:focus-visible){outline:0}
.btn.hot::after{content:"";position:absolute;inset:.35rem -.35rem -.35rem .35rem;z-index:-2;background:var(--accent);border-radius:var(--radius) 0 0 var(--radius);clip-path:polygon(0 0,calc(100% - 1.25rem) 0,100% 50%,calc(100% - 1.25rem) 100%,0 100%);opacity:.45}
.stack li:nth-child(even) a.btn::before,.stack li:nth-child(even) a.btn::after,[dir=rtl] a.btn::before,[dir=rtl] a.btn::after{transform:scaleX(-1)}
[dir=rtl] .stack li:nth-child(even) a.btn::before,[dir=rtl] .stack li:nth-child(even) a.btn::after{transform:none}
a.btn:hover{transform:translateX(.3rem)}
.stack li:nth-child(even) a.btn:hover,[dir=rtl] a.btn:hover{transform:translateX(-.3rem)}
.b-links{isolation:isolate}
.stack{position:relative}
.stack::before{content:"";position:absolute;inset-block:-.6rem -1.1rem;inset-inline:calc(50% - .35rem);z-index:-1;border-radius:.35rem;background:color-mix(in srgb,var(--button) 28%,var(--bg))}
`.trim();
