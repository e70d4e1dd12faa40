// An evening at the theatre: a portrait in an arch, gold lines on plum.
export const velvet = `
:root{--width:29rem}
body{background:radial-gradient(50rem 42rem at 50% 0,var(--wash-1),transparent 75%),var(--bg)}
header{gap:1.75rem}
.avatar{inline-size:9.5rem;block-size:12.5rem;border-radius:99rem 99rem .4rem .4rem;border:1px solid var(--accent);padding:.45rem;background:none}
h1{font-size:clamp(2.25rem,1.8rem + 2.6vw,3.25rem);font-weight:400;letter-spacing:0}
.bio{font-size:1.0625rem;font-weight:300}
.bio::before{content:"";display:block;inline-size:3rem;margin-block:.9rem 1.1rem;border-block-start:1px solid var(--accent)}
.a-center .bio::before{margin-inline:auto}
.a-right .bio::before{margin-inline-start:auto}
.b h2{font-weight:400}
.b>h2{font-size:1.5rem}
.btn{border:1px solid var(--accent);font-weight:500;letter-spacing:.04em}
a.btn{box-shadow:inset 0 0 0 .22rem var(--button),inset 0 0 0 calc(.22rem + 1px) color-mix(in srgb,var(--accent) 45%,transparent)}
:root:not(.own-buttons) .btn:hover{background:var(--accent);color:var(--surface)}
.own-buttons .btn:hover{opacity:.9}
`.trim();
