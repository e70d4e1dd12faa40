// A terminal window: a title bar, a prompt before every line that can be followed, a caret that waits.
export const console = `
:root{--width:38rem;--gap:1.5rem}
main{flex:none;position:relative;inline-size:calc(100% - 1.5rem);max-inline-size:calc(var(--width) + 3rem);margin-block:clamp(.75rem,6vh,4rem) 1rem;padding:4rem clamp(1rem,5vw,1.75rem) 2rem;background:var(--surface);border:1px solid var(--border);border-radius:max(var(--radius),.6rem)}
.on-picture main{background:none}
main::before{content:"";position:absolute;inset-block-start:0;inset-inline-start:1rem;inline-size:3.6rem;block-size:2.5rem;background:radial-gradient(circle,var(--border) .3rem,transparent .35rem) 0/33.4%}
main::after{content:"";position:absolute;inset:2.5rem 0 auto;border-block-start:1px solid var(--border)}
.avatar{inline-size:4rem;block-size:4rem;border:1px solid var(--border);border-radius:var(--radius-small)}
.a-left header{flex-direction:row}
.a-left header>div,.a-right header>div{flex:1;align-self:center}
.a-right header{flex-direction:row-reverse;align-items:start}
h1{font-size:clamp(1.25rem,1.1rem + 1.4vw,1.75rem);font-weight:700;letter-spacing:-.03em;color:var(--accent)}
h1::after{content:"";display:inline-block;inline-size:.55em;block-size:1em;margin-inline-start:.3em;vertical-align:-.12em;background:var(--accent)}
@media (prefers-reduced-motion:no-preference){h1::after{animation:caret 1.1s steps(1) 4}@keyframes caret{50%{opacity:0}}}
.bio::before{content:"# " / "";color:var(--accent)}
.b>h2::before{content:"## " / "";color:var(--accent)}
.btn{font-weight:500}
a.btn{justify-content:start;min-block-size:3rem;padding:.6rem .9rem;border:1px solid var(--line);text-align:start}
a.btn::before{content:"❯" / "";opacity:.6}
[dir=rtl] a.btn::before{transform:scaleX(-1)}
.btn:hover{background:var(--button-text);color:var(--button);border-color:transparent}
button.btn{border:1px solid var(--button-text)}
`.trim();
