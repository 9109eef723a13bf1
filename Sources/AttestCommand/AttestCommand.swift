public import AttestCore
