// A letter from far away: airmail stripes, a stamp, handwriting, and links as tickets to tear off.
export const postcard = `
:root{--width:32rem;--shadow:none}
header{position:relative;padding:2rem 1.5rem;border:.5rem solid transparent;border-radius:var(--radius-small);background:linear-gradient(var(--surface) 0 0) padding-box,repeating-linear-gradient(-45deg,var(--accent) 0 .9rem,var(--surface) 0 1.8rem,#2f5d8a 0 2.7rem,var(--surface) 0 3.6rem) border-box;box-shadow:0 .75rem 2rem color-mix(in srgb,var(--text) 18%,transparent)}
.avatar{--r:.28rem;inline-size:7rem;block-size:8.25rem;padding:.7rem;border-radius:0;background:#fff;filter:drop-shadow(0 1px 2px #0005);transform:rotate(3deg);mask:radial-gradient(50% 50%,#0000 66%,#000 67%) round var(--r) var(--r)/calc(2*var(--r)) calc(2*var(--r)),linear-gradient(#000 0 0) no-repeat 50%/calc(100% - 3*var(--r)) calc(100% - 3*var(--r))}
h1{font-size:clamp(2.75rem,2.2rem + 3vw,3.75rem);font-weight:700;line-height:.95;letter-spacing:-.01em}
h1.long{font-size:clamp(2rem,1.7rem + 1.5vw,2.6rem)}
.bio{color:var(--text)}
.b h2{font-size:1.875rem;font-weight:700;line-height:1}
.b .l1 h2{font-size:2.75rem}
.b .l2 h2{font-size:2.25rem}
:root:not(.own-buttons) .card .btn,.panelled:not(.own-buttons) .btn{--button:var(--bg)}
a.btn{background:none;isolation:isolate;min-block-size:4rem;padding-inline:2.5rem}
a.btn::before{content:"";position:absolute;inset:0;z-index:-1;border-radius:var(--radius-small);background:var(--button);mask:radial-gradient(circle .6rem at 0 50%,#0000 98%,#000) 0/51% 100% no-repeat,radial-gradient(circle .6rem at 100% 50%,#0000 98%,#000) 100%/51% 100% no-repeat}
a.btn::after{content:"";position:absolute;inset-block:.6rem;inset-inline-start:1.6rem;border-inline-start:2px dashed color-mix(in srgb,var(--button-text) 30%,transparent)}
.b .thumbnails .btn{padding-inline-start:1.25rem}
.thumbnails .btn::after,.file::after{display:none}
a.btn:hover{transform:rotate(-.7deg)}
button.btn{background:var(--accent);color:var(--surface)}
.own-buttons button.btn{background:var(--button);color:var(--button-text)}
@media (min-width:34rem){.a-left header,.a-right header{flex-direction:row-reverse;justify-content:space-between}.a-right header{flex-direction:row}}
`.trim();
