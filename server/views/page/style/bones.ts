// The base styles of every theme: sizes, spacing, focus, and the elements that blocks consist of. Links and submit
// buttons that look like buttons are `.btn`. Themes style their colours, edges and shadow; blocks only set position and
// content.

export const bones = `
*,::before,::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;min-block-size:100vh;min-block-size:100dvh;display:flex;flex-direction:column;background:var(--bg);color:var(--text);font:400 1rem/1.55 var(--font);overflow-wrap:anywhere}
main{inline-size:100%;max-inline-size:calc(var(--width) + 2.5rem);margin-inline:auto;padding:clamp(2rem,7vh,5rem) 1.25rem 2rem;flex:1}
main>*+*{margin-block-start:var(--gap)}
h1,h2,h3,p{margin:0}
h1,h2,h3{font-family:var(--font-display);line-height:1.15;text-wrap:balance}
h1{font-size:clamp(1.6rem,1.35rem + 1.2vw,2.1rem);letter-spacing:-.02em}
h1.long{font-size:clamp(1.5rem,1.25rem + 1.2vw,2rem)}
h2{font-size:1.125rem;line-height:1.3}
[dir=rtl] :is(h1,h2,.btn){letter-spacing:0}
[dir=rtl] main :is(h1,h2){line-height:1.35}
.sub{color:var(--muted);font-size:.9375rem}
img{display:block;max-inline-size:100%;block-size:auto}
picture{display:contents}source{display:none}
a{color:var(--accent);text-underline-offset:.2em}
input,textarea,select,button{font:inherit;color:inherit}
:root :focus-visible{outline:3px solid var(--accent);outline-offset:3px}
main .card{border-color:var(--line)}
header{display:flex;flex-direction:column;align-items:center;gap:1rem;text-align:center}
header>div{min-inline-size:0;max-inline-size:100%}
.avatar{inline-size:6.5rem;block-size:6.5rem;object-fit:cover;border-radius:50%;flex:none;background:var(--surface)}
.bio{margin-block-start:.5rem;color:var(--muted);white-space:pre-line;text-wrap:pretty}
.a-center .b:not(.b-text)>:is(h2,.sub){text-align:center}
.a-left header{align-items:start;text-align:start}
.a-right header{align-items:end;text-align:end}
.btn{position:relative;display:flex;align-items:center;justify-content:center;gap:.75rem;inline-size:100%;min-block-size:3.5rem;padding:.75rem 1.25rem;border:0;border-radius:var(--radius);background:var(--button);color:var(--button-text);box-shadow:var(--shadow);font-weight:600;line-height:1.3;text-align:center;text-decoration:none;cursor:pointer}
@media (forced-colors:active){.btn{border:1px solid}}
@media (prefers-reduced-motion:no-preference){.btn{transition:transform .18s,box-shadow .18s,background-color .18s}}
`.trim();
