/** How a mail's HTML names the drawing that comes with it: pictures from elsewhere are hidden by many mail programs. */
export const branchId = 'nar-dali'

/** The demo brand's branch, app/styles/branch.svg, as a PNG of 320 × 128. */
export const branchPng = Buffer.from(
  [
    'iVBORw0KGgoAAAANSUhEUgAAAUAAAACABAMAAACIIa2ZAAAAMFBMVEVMaXGoMhx/U0dwXlZqYVpqYVpqYVqoMRunMRunMRxrYlv249zqx77HeG',
    'jWmo25WEUygAGVAAAACnRSTlMA/ipYjN+2a5zPnXvKtQAAAAlwSFlzAAAWJQAAFiUBSVIk8AAAB0VJREFUeNrtWr1zE0cUv9wJW6bKOoXlCTay',
    'bAK4EpLtAVUeLFyoymBDocqJhQpVVhomHUoT6FBSkBKwpGL/hQMz1ITJuM5kGGrDZFRnMpO3e7t3e6eTb+X78GbmXmP5+6f3+Xu/d5qWWmqppS',
    'Zt0weKA+zk1MY3g5DaLuwiNKsyvixaHM6rnI9tdPLWjvE1NKcaPh0tmEc8xreQegBn0D+mOcwx/ykIsI3emeZHlCf5h9DCUDmAaNE0zTckCfUu',
    'Wnh3rBrAaRJhSMKnmnYDXX5nDmeVS8ETAGiir0iA4aVyAG8ggs88zkEyXiJIv1RtDi9QgG/RNAmw+YrEWq05d4kCfIM6LBkfqdamv6YAjxC6bP',
    'JyVq+ISWhpBkKolWMKtIihekm/ho49ryrAj4v0g3KTbsZyHCThickbtpoATdZtDtQGOFQtBT0AX6O5vNIAPwIffJZXs4ptgGj+J3UBHv31gUD8',
    'NdZ/aZQmmyR/mi579RkQ/hInwArez08+i0U3HiMUZ5RrGA+KEzD+S16A5qvjWKWGCsa4vzkpH/QijHHiVQYbAPH2hIzabW/iBait1OURzrjKmH',
    'lwGCdtBYCaAQg3JyOEpqsdxslpVvuk17RwvyhZxotefH/EK8ddxLQb1nFPMge9AN/H3AcvYNoGDYzvSkXYm4Pv45ZnprAV228wDg4yqB20Dx59',
    '4vXxNwzjeOlChpfHukSQqdpB9nb07yd48fvnIeAravHOYvwt804L70kG+DVyLBczPk3DL21fDuQCDA7scnzP4mdQrUNnLO9JBfg1ymlXnxAq+H',
    'Mxfny0U/NoD6Qq+DhZvWMV5x3isCcRYHCgo+0noPJPOVMuc1oh32IBJg5s89I1uvFv7gZ+LpDD4niyzwJMMrCNctTteicJaaHeE7w5bpwYLzhV',
    'JRm4xMZHO5GjU8VJQq0+pkyMOg8wcSA515FV6Tp8SED7mBJKY9U/xsAlRAdCQc/DIgJnkm4S2oeOD4XBd9cfX59tS9SBQLpm26RNzy2hJPb2mh',
    'jjnj++TQaQ9cDuHNQHVEo7EXHmAh/HnoTk+FqEb1vitOVAqI556IvQa7qJ6IO6MEGmRnq1hY+tc3yIkNBCj9YTuhwLE0S3uYOA7zaFdOI4EMr4',
    'wJp+yQiYIo9p9bz5Z218WTjMOVOYIZtJSsAUeMyqKwkzgG+/kLeeBLj8gTuQxPbqw4c/JFPE1IX9/OhotvxH7F6jRGYdcmgMI4SJKaw1vONl2M',
    'x/3PpbN5HtQO3HBAkrg4W/9zJsbQVgNarV5oM6g/jwwL5qI/Tb48dPQl/cjWq5JJclV2xtocarBPY8vs0X1u4QiPvsO9f5KmJ0Qi7FRLrC97fy',
    'UkFmaKjUALaBXWqDTjSmXU6tnwmxPggLkARHolvXmQp30Srj9RHdkHREmqkuEthGuVB0vtqkCSShUZKK3eJlrENIeyOOX6eZmnWt6rAJPAqpay',
    'xvEycG62ukZneLUC97ZEfGuz6JsU7kh44bUTaMC5lsQPwhoQDSrtco4Ofkxc6YTO1NewF1QmSh3dRWpBRA+kYgH4SCHc3U77whzYZhDPWXTobL',
    'KIArrDXfHk+/X4xMj26IeWI3NYJwIEO9SDc57a20Xoz4aylEjIXRD4m1I5EUrYCS9yEw0yGeTRFHf0YiDUmId0/t634kPwSvNkT+GawAkvgGuN',
    'kPTJjNxLUEBSiAei24Xxp+4fwCFSPZygMUQBLewImT9Zsb2RDDZEqgd6cqgLR8d/LBh5yin1ufhtjYeq7J0juleiXGIUTT76thHjGruMSMcfLV',
    'BpY8ei751kN3Nozy8nLsZ6L7xg03b8H6MoNOGF5d7+ddn/m7ry95TYwB4BWXHrQ60qyXift2ZdfHGADqWHSh4YkxJYtAuc8RIDjtUGzWYis0Ht',
    'hb5f75AQQOt6f5SpQbWLBB/rwAwv4o8KeM3bkNa5UswFtY3q5juYtx9G3G6n5Cj6sfOpOD7CAOmZZBGH2jZlTQQVjrU3iEOg/Eh3pWpKIc+aiz',
    'qaDd6C7iogXP25rhh3oSz0ZFTBYc93B/ZbC1Ko8Sv4zE1X0M3QqvwtFtqN/YKpfvsKrd8aum4Kt71ITVeet3BCltv+YfzUpwkCOm/CMzjRhoGh',
    'X/YELL3Aws40iXJuF/r1lTY9CoFqmkWvTnPoPAxwIiXTs5uvK2VRi7pYBg1gIfXOhGuri70ImUQB+zJQc+uAD+ilL60JbXOB9olDzBtEXfyVwY',
    'oXhUWNvmKnijnPeR0jZ9s/Aw4M9GIr/py2tNDq7vg45twZt+U/EwcJiEEzAL5WrTOR/cr5ZOoWEjKtaKDGU4uwRsVJv3BIZ33991LsHSxfUlKc',
    '3ZRfSKMyuaVYn7A0HolLa+JksKz3yGsK4OjS3J24iVh9aELlvVLkerz3zIMbZKhQmrycX6JXfjZE9h+radFo0JSNPNbnLP8evL1WazWS1N+Gvk',
    'HKulllpqqaWWWmqppZZaaqn9L+w/UkLtFnvB6rQAAAAASUVORK5CYII=',
  ].join(''),
  'base64',
)
