/** The banner's look: in a shadow of its own, so no template's style reaches it. It covers nothing that is moved. */
export const STYLE = `
:host{all:initial;color-scheme:inherit}
section{
--ink:#1c1b1a;--paper:#fff;--edge:#77736e;--focus:#1d5fd1;
position:fixed;inset-inline:0;inset-block-end:0;z-index:2147483000;box-sizing:border-box;inline-size:min(60rem,100%);
max-block-size:min(80vh,100%);margin-inline:auto;padding:1rem 1.25rem;overflow:auto;border:1px solid var(--edge);
border-block-end:0;border-radius:8px 8px 0 0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif;
box-shadow:0 -4px 24px rgb(0 0 0/25%)}
@supports(color:light-dark(#000,#fff)){section{
--ink:light-dark(#1c1b1a,#f3f1ee);--paper:light-dark(#fff,#1f1d1b);--edge:light-dark(#77736e,#9a958f);
--focus:light-dark(#1d5fd1,#8ab4ff)}}
[hidden]{display:none!important}
p{margin:0 0 .75rem}
#loggia-consent-title{font-size:1.125rem;font-weight:700;margin-block-end:.25rem}
a{color:inherit}
fieldset{margin:0 0 .75rem;padding:0;border:0;min-inline-size:0}
label{display:flex;gap:.75rem;padding-block:.5rem;cursor:pointer}
input{flex:none;inline-size:1.5rem;block-size:1.5rem;margin:0}
small{display:block;overflow-wrap:anywhere}
div{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:.5rem}
button{min-block-size:44px;padding:.5rem 1rem;border:2px solid var(--ink);border-radius:6px;background:var(--paper);
color:var(--ink);font:inherit;font-weight:600;cursor:pointer}
:is(button,a,input,section):focus-visible{outline:3px solid var(--focus);outline-offset:2px}
section:focus-visible{outline-offset:-4px}
@media print{section{display:none}}
`;
