// A soft card in the middle of a pastel sky, the avatar looking over its edge.
export const sunday = `
:root{--width:30rem}
body{background:linear-gradient(160deg,var(--wash-1),var(--bg) 45%,var(--wash-2))}
main{flex:none;inline-size:calc(100% - 1.5rem);max-inline-size:calc(var(--width) + 4rem);margin-block:5.5rem 1rem;padding:0 clamp(1.25rem,6vw,2rem) 2rem;background:var(--surface);border-radius:2rem;box-shadow:0 1.5rem 4rem color-mix(in srgb,var(--accent) 16%,transparent)}
.on-picture main{background:none;box-shadow:none}
.avatar{inline-size:7rem;block-size:7rem;margin-block-start:-3.5rem;border:.4rem solid var(--surface)}
form :is(input,textarea){background:var(--surface)}
h1{font-weight:800;letter-spacing:-.03em}
.btn{font-weight:700;min-block-size:3.6rem}
:root:not(.own-buttons) .btn:hover{background:color-mix(in srgb,var(--button) 82%,var(--accent))}
`.trim();
