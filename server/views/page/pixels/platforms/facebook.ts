import type { PlatformView } from '../platform-view.ts';

export const facebook: PlatformView = {
  template: {
    name: 'Facebook',
    color: '#1877f2',
    icon: 'fa-brands fa-facebook-f',
    template: `<!-- Meta Pixel Code -->
<script>
!function(f,b,e,v,n,t,s)
{if(f.fbq)return;n=f.fbq=function(){n.callMethod?
n.callMethod.apply(n,arguments):n.queue.push(arguments)};
if(!f._fbq)f._fbq=n;n.push=n;n.loaded=!0;n.version='2.0';
n.queue=[];t=b.createElement(e);t.async=!0;
t.src=v;s=b.getElementsByTagName(e)[0];
s.parentNode.insertBefore(t,s)}(window, document,'script',
'https://connect.facebook.net/en_US/fbevents.js');
fbq('init', '{pixel}');
fbq('track', 'PageView');
</script>
<noscript><img height="1" width="1" style="display:none"
src="https://www.facebook.com/tr?id={pixel}&ev=PageView&noscript=1"
/></noscript>
<!-- End Meta Pixel Code -->`,
  },
  vendor: {
    name: 'Meta Pixel',
    script: ['https://connect.facebook.net'],
    img: ['https://www.facebook.com'],
    connect: ['https://connect.facebook.net', 'https://www.facebook.com'],
    frame: ['https://www.facebook.com'],
    form: ['https://www.facebook.com/tr/'],
  },
};
