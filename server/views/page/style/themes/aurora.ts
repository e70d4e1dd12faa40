// Night sky with northern lights: glass that they shine through, a halo around the avatar.
export const aurora = `
:root{--width:31rem;--shadow:inset 0 1px 0 #fff3,0 .5rem 2rem #0004}
body{background:radial-gradient(45rem 34rem at 12% 0,var(--wash-1),transparent 70%),radial-gradient(48rem 38rem at 100% 60%,var(--wash-2),transparent 70%),radial-gradient(40rem 30rem at 0 110%,var(--wash-1),transparent 70%),var(--bg)}
header{gap:1.5rem}
.avatar{inline-size:7.5rem;block-size:7.5rem;border:.25rem solid transparent;background:conic-gradient(from 200deg,var(--accent),#b79bff,#ff9ccf,var(--accent)) border-box;box-shadow:0 0 3.5rem color-mix(in srgb,var(--accent) 40%,transparent)}
.on-picture .avatar{box-shadow:none}
h1{font-size:clamp(1.9rem,1.5rem + 2vw,2.5rem);font-weight:600;letter-spacing:-.02em}
.bio{font-weight:300;font-size:1.0625rem}
.btn{min-block-size:3.75rem;border:1px solid #ffffff38;background:color-mix(in srgb,var(--button) 72%,transparent);backdrop-filter:blur(1rem);font-weight:500}
.own-buttons .btn{background:var(--button)}
.btn:hover{background:color-mix(in srgb,var(--button),#fff 10%);transform:translateY(-.15rem)}
`.trim();
