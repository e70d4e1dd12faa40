import type { PlatformView } from '../platform-view.ts';

export const twitter: PlatformView = {
  template: {
    name: 'Twitter',
    color: '#0f1419',
    icon: 'fa-brands fa-x-twitter',
    template: `<!-- X conversion tracking base code -->
<script>
!function(e,t,n,s,u,a){e.twq||(s=e.twq=function(){s.exe?s.exe.apply(s,arguments):s.queue.push(arguments);
},s.version='1.1',s.queue=[],u=t.createElement(n),u.async=!0,u.src='https://static.ads-twitter.com/uwt.js',
a=t.getElementsByTagName(n)[0],a.parentNode.insertBefore(u,a))}(window,document,'script');
twq('config','{pixel}');
</script>
<!-- End X conversion tracking base code -->`,
  },
  vendor: {
    name: 'X Pixel',
    script: ['https://static.ads-twitter.com'],
    img: ['https://t.co', 'https://analytics.twitter.com', 'https://analytics.x.com'],
    connect: [
      'https://ads-twitter.com',
      'https://ads-api.twitter.com',
      'https://ads-api.x.com',
      'https://analytics.twitter.com',
      'https://analytics.x.com',
    ],
  },
};
