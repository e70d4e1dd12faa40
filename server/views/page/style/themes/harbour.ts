// A wide band of water along the top, the avatar moored at its edge; outlined links.
export const harbour = `
:root{--width:35rem}
body{position:relative}
body::before{content:"";position:absolute;inset:0 0 auto;z-index:-1;block-size:11rem;background:repeating-radial-gradient(circle at 80% 130%,#fff1 0 1.5rem,transparent 1.5rem 3rem),linear-gradient(100deg,color-mix(in srgb,var(--accent) 80%,#021024),color-mix(in srgb,var(--accent) 30%,#021024))}
main{padding-block-start:6.75rem;isolation:isolate}
.panelled main{padding-block-start:var(--pad)}
.on-picture main{padding-block-start:clamp(2rem,7vh,5rem)}
.avatar{inline-size:8rem;block-size:8rem;border:.35rem solid var(--bg);border-radius:2rem;background:var(--bg)}
h1{font-size:clamp(1.75rem,1.5rem + 1.4vw,2.25rem);font-weight:800;letter-spacing:-.035em}
.bio{font-size:1.0625rem;max-inline-size:48ch}
a.btn{border:2px solid var(--accent)}
button.btn{background:var(--accent);color:var(--surface)}
.own-buttons a.btn{border-color:transparent}
.own-buttons button.btn{background:var(--button);color:var(--button-text)}
a.btn:hover{background:var(--accent);color:var(--surface)}
.own-buttons .btn:hover{background:var(--button);color:var(--button-text);opacity:.92}
`.trim();
