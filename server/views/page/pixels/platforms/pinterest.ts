import type { PlatformView } from '../platform-view.ts';

export const pinterest: PlatformView = {
  template: {
    name: 'Pinterest',
    color: '#e60023',
    icon: 'fa-brands fa-pinterest-p',
    template: `<!-- Pinterest Tag -->
<script>
!function(e){if(!window.pintrk){window.pintrk = function () {
window.pintrk.queue.push(Array.prototype.slice.call(arguments))};var
  n=window.pintrk;n.queue=[],n.version="3.0";var
  t=document.createElement("script");t.async=!0,t.src=e;var
  r=document.getElementsByTagName("script")[0];
  r.parentNode.insertBefore(t,r)}}("https://s.pinimg.com/ct/core.js");
pintrk('load', '{pixel}');
pintrk('page');
</script>
<noscript>
<img height="1" width="1" style="display:none;" alt=""
  src="https://ct.pinterest.com/v3/?event=init&tid={pixel}&noscript=1" />
</noscript>
<!-- end Pinterest Tag -->`,
  },
  vendor: {
    name: 'Pinterest Tag',
    script: ['https://s.pinimg.com'],
    img: ['https://ct.pinterest.com'],
    connect: ['https://ct.pinterest.com'],
    frame: ['https://ct.pinterest.com'],
  },
};
